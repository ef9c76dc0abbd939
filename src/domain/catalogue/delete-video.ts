import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { refuseStale } from '#domain/audit/stale.ts';
import { NotFound } from '#domain/errors.ts';
import { takeVideo } from './save-video.ts';
import { deletedVideosByIds, findVideo, type Video } from './videos.ts';

const restorableDays = 30;
const purgeBatch = 500;

/** Takes a video out of the catalogue; it can be restored until it is purged. */
export const deleteVideo = (db: Db, actor: Actor, id: number, seen: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await takeVideo(tx, id);
    refuseStale('video', before, seen);
    await tx
      .updateTable('videos')
      .set({ deleted_at: new Date(), version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'video', entityId: id, before });
  });

export const restoreVideo = (db: Db, actor: Actor, id: number, seen: number | undefined): Promise<Video> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute();
    const [before] = await deletedVideosByIds(tx, [id]);
    if (!before) throw new NotFound('There is no such deleted video.');
    refuseStale('video', before, seen);
    await tx
      .updateTable('videos')
      .set({ deleted_at: null, version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    const after = await findVideo(tx, id);
    if (!after) throw new NotFound('There is no such video.');
    await recordChange(tx, actor, { action: 'restore', entity: 'video', entityId: id, before, after });
    return after;
  });

/** A page of what was deleted and can still be restored, last deleted first. */
export const deletedVideos = async (db: Db, { page, limit }: { page: number; limit: number }) => {
  const deleted = db.selectFrom('videos').where('deleted_at', 'is not', null);
  const { total } = await deleted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await deleted
    .select('id')
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();
  return {
    total,
    videos: await deletedVideosByIds(
      db,
      rows.map(({ id }) => id),
    ),
  };
};

/** Removes for good what was deleted long ago, a few at a time so that nobody waits for it. */
export const purgeDeletedVideos = async (db: Db, now = new Date()): Promise<number> => {
  const before = new Date(now.getTime() - restorableDays * 24 * 3600 * 1000);
  let purged = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('videos')
      .where('id', 'in', (query) =>
        query
          .selectFrom('videos')
          .select('id')
          .where('deleted_at', '<', before)
          .orderBy('deleted_at')
          .limit(purgeBatch)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    purged += Number(numDeletedRows);
    if (numDeletedRows < purgeBatch) return purged;
  }
};
