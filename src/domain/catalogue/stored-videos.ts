import { sql } from 'kysely';
import { recordParts } from '#contract/values/post-fields.ts';
import { noRecords, type PostRecords, type PostState } from '#contract/values/posts.ts';
import type { Db, Tx } from '#db/database.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { Video } from '#domain/search/catalogue-index.ts';
import { isVisible, readHidden } from '#domain/visibility.ts';
import { inOrderOf, noSuchVideo, selectVideos } from './videos.ts';

/** Undefined fields keep their values. */
export type RecordChanges = { [Part in keyof PostRecords]?: PostRecords[Part] | undefined };

const mergeRecords = (before: PostRecords, changes: RecordChanges): PostRecords => ({
  source: changes.source?.trim() ?? before.source,
  rightsHolder: changes.rightsHolder?.trim() ?? before.rightsHolder,
  consent: changes.consent?.trim() ?? before.consent,
  recordDate: changes.recordDate === undefined ? before.recordDate : changes.recordDate,
});

/** Records by post id. Posts without records are missing. */
export const recordsByIds = async (db: Db, ids: readonly number[]): Promise<Map<number, PostRecords>> => {
  const rows = await db
    .selectFrom('video_records')
    .select(['video_id', 'source', 'rights_holder as rightsHolder', 'consent'])
    .select(sql<string | null>`record_date::text`.as('recordDate'))
    .where('video_id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ video_id, ...records }) => [video_id, records]));
};

/** Call it in the transaction that has locked the post and increments its version. */
export const saveRecords = async (
  tx: Tx,
  videoId: number,
  before: PostRecords | undefined,
  changes: RecordChanges,
): Promise<void> => {
  const current = before ?? noRecords;
  const after = mergeRecords(current, changes);
  if (recordParts.every((part) => after[part] === current[part])) return;
  const columns = {
    source: after.source,
    rights_holder: after.rightsHolder,
    consent: after.consent,
    record_date: after.recordDate,
  };
  await tx
    .insertInto('video_records')
    .values({ video_id: videoId, ...columns })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(columns))
    .execute();
};

/** A video as admins see it, whatever its state. */
export interface StoredVideo extends Video, PostRecords {
  state: PostState;
  /** When a scheduled video is to be published; null in other states. */
  publishAt: Date | null;
  partnerId: number | null;
  /** Username of the admin who added it. */
  createdBy: string | null;
  /** Labels of the cases and blocks that withhold it. Empty in other states. */
  withheldBy: string[];
  /** Why visitors don't see it, in sentences. Empty if they do. */
  hiddenBecause: string[];
}

/** In the order of the given ids, without deleted videos. */
export const storedVideosByIds = async (db: Db, ids: readonly number[]): Promise<StoredVideo[]> => {
  if (ids.length === 0) return [];
  const rows = await selectVideos(db)
    .select(['v.state', 'v.publish_at as publishAt', 'v.partner_id as partnerId'])
    .select(sql<string | null>`(select a.username from admins a where a.id = v.created_by)`.as('createdBy'))
    .where('v.id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  const hidden = await readHidden(
    db,
    rows.filter(({ state }) => state !== 'published').map(({ id }) => id),
  );
  const records = await recordsByIds(db, ids);
  return inOrderOf(ids, rows).map((row) => ({
    ...row,
    ...(records.get(row.id) ?? noRecords),
    withheldBy: hidden.get(row.id)?.withheldBy ?? [],
    hiddenBecause: hidden.get(row.id)?.reasons ?? [],
  }));
};

export const getStoredVideo = async (db: Db, id: number): Promise<StoredVideo> => {
  const [video] = await storedVideosByIds(db, [id]);
  if (!video) throw noSuchVideo();
  return video;
};

/**
 * Locks the video's row until the transaction ends. Like all locks on videos it is `for no key update`: inserting a row
 * that references the video, such as a notice, doesn't wait for it and so cannot deadlock.
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

/** Locks in the order of ids, so that concurrent bulk changes cannot deadlock. Skips purged videos. */
export const lockVideos = async (tx: Tx, ids: readonly number[]): Promise<LockedVideo[]> => {
  const { rows } = await sql<LockedVideo>`
    select id, version, deleted_at is not null as "isDeleted",
      ${isVisible()} as "isShown"
    from videos
    where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(tx);
  return rows;
};
