import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import type { Actor } from '#domain/audit-log.ts';
import { lockVideo } from '#domain/catalogue/stored-videos.ts';
import { deleteRecord } from '#domain/directory/delete-record.ts';
import { assertVersion } from '#domain/errors.ts';

export const deleteVideo = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockVideo(tx, id);
    assertVersion('video', before, expectedVersion);
    await deleteRecord(tx, actor, 'posts', before);
    await announceVideo(tx, before, undefined);
  });
