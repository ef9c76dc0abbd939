import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { isVisible } from '#domain/visibility.ts';

/** The case or block that withholds a post. */
type HoldSource = { caseId: number } | { blockId: number };

const columnsOf = (source: HoldSource) =>
  'caseId' in source ? { case_id: source.caseId, block_id: null } : { case_id: null, block_id: source.blockId };

/** Matches rows of `video_holds` of this source. */
const isOf = (source: HoldSource) =>
  'caseId' in source ? sql<boolean>`case_id = ${source.caseId}` : sql<boolean>`block_id = ${source.blockId}`;

/**
 * Hides posts from visitors until the same source releases them. Deleted posts are withheld too, so that restoring one
 * doesn't show it. Returns the posts that this source didn't withhold before; the caller writes the audit log.
 */
export const withholdVideos = async (tx: Tx, videoIds: readonly number[], source: HoldSource): Promise<number[]> => {
  // In the order of ids, so that two transactions cannot deadlock.
  const { rows: locked } = await sql<{ id: number; title: string; isShown: boolean }>`
    select id, title, ${isVisible()} as "isShown" from videos
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

/** Undoes withholdVideos(). Posts without other holds return to their previous state, and are returned. */
export const releaseVideos = async (tx: Tx, videoIds: readonly number[], source: HoldSource): Promise<number[]> => {
  const given = sql`any(${sql.val(videoIds)}::bigint[])`;
  await sql`select from videos where id = ${given} order by id for no key update`.execute(tx);
  const { rows: released } = await sql<{ id: number }>`
    delete from video_holds where video_id = ${given} and ${isOf(source)} returning video_id as id`.execute(tx);
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

const maxListed = 10_000;

/** Videos withheld by cases, the latest first. */
export const removedVideoIds = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('video_holds')
    .select('video_id')
    .where('case_id', 'is not', null)
    .orderBy('held_at', 'desc')
    .orderBy('video_id')
    .limit(maxListed)
    .execute();
  return rows.map(({ video_id }) => video_id);
};
