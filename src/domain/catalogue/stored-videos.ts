import { sql } from 'kysely';
import type { PostState } from '#contract/values/post-filter.ts';
import { noRecords, type PostRecords } from '#contract/values/record-parts.ts';
import type { Db, Tx } from '#db/database.ts';
import { NotFoundError } from '#domain/errors.ts';
import { readHolds } from './read-holds.ts';
import { recordsByIds } from './stored-records.ts';
import { inOrderOf, noSuchVideo, selectVideos, type Video } from './videos.ts';

/** A video as admins see it, whatever its state. */
export interface StoredVideo extends Video, PostRecords {
  state: PostState;
  /** When a scheduled video is to be published; null in other states. */
  publishAt: Date | null;
  partnerId: number | null;
  /** Username of the admin who added it. */
  createdBy: string | null;
  /** What withholds it: cases and blocks, as people call them. Empty in other states. */
  withheldBy: string[];
}

/** In the order of the given ids, without deleted videos. */
export const storedVideosByIds = async (db: Db, ids: readonly number[]): Promise<StoredVideo[]> => {
  if (ids.length === 0) return [];
  const rows = await selectVideos(db)
    .select(['v.state', 'v.publish_at as publishAt', 'v.partner_id as partnerId'])
    .select(sql<string | null>`(select a.username from admins a where a.id = v.created_by)`.as('createdBy'))
    .where('v.id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  const holds = await readHolds(
    db,
    rows.filter(({ state }) => state === 'withheld').map(({ id }) => id),
  );
  const records = await recordsByIds(db, ids);
  return inOrderOf(ids, rows).map((row) => ({
    ...row,
    ...(records.get(row.id) ?? noRecords),
    withheldBy: holds.get(row.id) ?? [],
  }));
};

export const getStoredVideo = async (db: Db, id: number): Promise<StoredVideo> => {
  const [video] = await storedVideosByIds(db, [id]);
  if (!video) throw noSuchVideo();
  return video;
};

/**
 * Locks the video's row until the transaction ends. Not for its key, as everywhere where videos are locked: a notice that only
 * refers to the video need not wait, and so cannot deadlock.
 */
export const lockVideo = async (tx: Tx, id: number): Promise<StoredVideo> => {
  await tx.selectFrom('videos').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [video] = await storedVideosByIds(tx, [id]);
  if (!video) throw new NotFoundError('This video no longer exists.');
  return video;
};

export interface LockedVideo {
  id: number;
  version: number;
  isDeleted: boolean;
  /** Whether visitors see it. */
  isShown: boolean;
}

/** Locks in the order of ids, so that concurrent bulk changes cannot deadlock. Purged videos are missing from the result. */
export const lockVideos = async (tx: Tx, ids: readonly number[]): Promise<LockedVideo[]> => {
  const { rows } = await sql<LockedVideo>`
    select id, version, deleted_at is not null as "isDeleted",
      state = 'published' and deleted_at is null as "isShown"
    from videos
    where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(tx);
  return rows;
};
