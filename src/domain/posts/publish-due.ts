import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { recordChanges, system } from '#domain/audit-log.ts';
import { storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { videoListings } from '#domain/listing/listing.ts';
import { refusalsOf, refusedChange } from '#domain/listing-rules/may-be-listed.ts';
import { lacksRequiredRecords } from '#domain/post-records/post-records.ts';

const defaultBatchSize = 100;

/** Turns posts that may no longer be listed into drafts for an admin to review. Returns the ids of the others. */
const draftRefused = async (tx: Tx, due: readonly number[]): Promise<number[]> => {
  const listings = await videoListings(tx, due);
  const refusals = await refusalsOf(tx, listings);
  const refused = listings.flatMap((listing, at) => {
    const refusal = refusals[at];
    return refusal ? [refusedChange(listing, refusal)] : [];
  });
  const ids = refused.map(({ entityId }) => entityId);
  if (ids.length === 0) return [...due];
  await tx
    .updateTable('videos')
    .set(({ eb }) => ({ state: 'draft', publish_at: null, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  await recordChanges(tx, system, refused);
  return due.filter((id) => !ids.includes(id));
};

/** Skips rows that another process or an admin has locked. */
const publishBatch = (db: Db, batchSize: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('videos')
      .select('id')
      .where('state', '=', 'scheduled')
      .where('publish_at', '<=', sql<Date>`now()`)
      .where('deleted_at', 'is', null)
      // Posts that lack required records stay scheduled and are published once they have them.
      .where(sql<boolean>`not ${lacksRequiredRecords}`)
      .orderBy('publish_at')
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const ids = await draftRefused(
      tx,
      due.map(({ id }) => id),
    );
    const before = await storedVideosByIds(tx, ids);
    await tx
      .updateTable('videos')
      .set(({ eb }) => ({
        state: 'published',
        published_at: sql<Date>`publish_at`,
        publish_at: null,
        hidden_at: null,
        version: eb('version', '+', 1),
        updated_at: new Date(),
      }))
      .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
      .execute();
    const after = await storedVideosByIds(tx, ids);
    await recordChanges(
      tx,
      system,
      after.map((video, at) => ({
        action: 'publish',
        entity: 'video',
        entityId: video.id,
        before: before[at],
        after: video,
      })),
    );
    for (const [at, video] of after.entries()) await announceVideo(tx, before[at], video);
    return due.length;
  });

/** Publishes all scheduled videos that are due. */
export const publishDue = async (db: Db, { batchSize = defaultBatchSize } = {}): Promise<number> => {
  let published = 0;
  for (;;) {
    const count = await publishBatch(db, batchSize);
    published += count;
    if (count < batchSize) return published;
  }
};
