import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { columnsOf, type HoldSource } from './hold-source.ts';

/**
 * Keeps posts from visitors until the same source releases them. Returns those that it did not hold before; the caller
 * records in the audit log why. Deleted posts are held, too, so that restoring one does not show it.
 */
export const withholdVideos = async (tx: Tx, videoIds: readonly number[], source: HoldSource): Promise<number[]> => {
  // In the order of ids, so that two transactions cannot deadlock.
  const { rows: locked } = await sql<{ id: number; title: string; isShown: boolean }>`
    select id, title, state = 'published' and deleted_at is null as "isShown" from videos
    where id = any(${sql.val(videoIds)}::bigint[]) order by id for no key update`.execute(tx);
  if (locked.length === 0) return [];
  const columns = columnsOf(source);
  const held = await tx
    .insertInto('video_holds')
    .values(locked.map(({ id }) => ({ video_id: id, ...columns })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('video_id')
    .execute();
  const ids = held.map(({ video_id }) => video_id);
  await sql`
    update videos set withheld_from = state, state = 'withheld', version = version + 1, updated_at = now(),
      hidden_at = case when state = 'published' then now() else hidden_at end
    where id = any(${sql.val(ids)}::bigint[]) and state <> 'withheld'`.execute(tx);
  const hidden = locked.filter(({ id, isShown }) => isShown && ids.includes(id));
  await announceVisibility(tx, async () => ({ shown: [], hidden }));
  return ids;
};
