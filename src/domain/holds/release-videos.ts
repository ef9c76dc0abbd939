import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { type HoldSource, isOf } from './hold-source.ts';

/**
 * Ends what withholdVideos() began. A post that nothing else holds returns to the state it had, and visitors find it where
 * it was. Returns the posts that did.
 */
export const releaseVideos = async (tx: Tx, videoIds: readonly number[], source: HoldSource): Promise<number[]> => {
  const wanted = sql`any(${sql.val(videoIds)}::bigint[])`;
  await sql`select from videos where id = ${wanted} order by id for no key update`.execute(tx);
  const { rows: released } = await sql<{ id: number }>`
    delete from video_holds where video_id = ${wanted} and ${isOf(source)} returning video_id as id`.execute(tx);
  const { rows } = await sql<{ id: number; state: string }>`
    update videos v set state = withheld_from, withheld_from = null, version = version + 1, updated_at = now(),
      hidden_at = case when withheld_from = 'published' then null else hidden_at end
    where id = any(${sql.val(released.map(({ id }) => id))}::bigint[]) and state = 'withheld'
      and not exists (select from video_holds h where h.video_id = v.id)
    returning id, state`.execute(tx);
  const shown = rows.filter(({ state }) => state === 'published').map(({ id }) => id);
  await announceVisibility(tx, async () => ({ shown: await storedVideosByIds(tx, shown), hidden: [] }));
  return rows.map(({ id }) => id);
};
