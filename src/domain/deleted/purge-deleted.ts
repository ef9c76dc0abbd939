import { sql } from 'kysely';
import { type DeletedKind, deletedKinds as kindNames } from '#contract/values/deleted-kinds.ts';
import { restorableDays } from '#contract/values/retention.ts';
import type { Db } from '#db/database.ts';
import { recordChanges, system } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { deletedKinds } from '#domain/directory/deleted-kinds.ts';
import { purgeRetiredNames } from '#domain/names/purge-retired.ts';
import { purgeHashLists } from '#domain/stay-down/hash-lists.ts';
import { pruneImageHashes } from '#domain/stay-down/prune-image-hashes.ts';
import { removeUnusedImages, removeUnusedLogos } from '#domain/uploads/uploads.ts';
import { type DeletedRecord, selectDeleted } from './deleted-records.ts';

const defaultBatchSize = 500;

const purgeBatch = (db: Db, kind: DeletedKind, before: Date, batchSize: number): Promise<DeletedRecord[]> =>
  db.transaction().execute(async (tx) => {
    const { table, entity } = deletedKinds[kind];
    // A block outlives what it blocks, so that it cannot come back under the same name.
    const isUnblocked = kind === 'stars' || kind === 'networks' ? sql`and blocked_at is null` : sql``;
    const oldest = sql`and deleted_at < ${before} ${isUnblocked} order by deleted_at limit ${batchSize} for update skip locked`;
    const { rows } = await selectDeleted(kind, oldest).execute(tx);
    const ids = rows.map(({ id }) => id);
    await tx
      .deleteFrom(table)
      .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
      .execute();
    const changes = rows.map((row) => ({ action: 'purge' as const, entity, entityId: row.id, before: row }));
    await recordChanges(tx, system, changes);
    return rows;
  });

/** Removes records for good that can no longer be restored, in small transactions that hold no lock for long. */
export const purgeDeleted = async (
  db: Db,
  { now = new Date(), batchSize = defaultBatchSize } = {},
): Promise<number> => {
  const before = new Date(now.getTime() - restorableDays * dayMs);
  let purged = 0;
  for (const kind of kindNames)
    for (;;) {
      const removed = await purgeBatch(db, kind, before, batchSize);
      purged += removed.length;
      if (kind === 'networks')
        await removeUnusedLogos(
          db,
          removed.map(({ image }) => image),
        );
      if (removed.length < batchSize) break;
    }
  purged += await purgeRetiredNames(db, before, batchSize);
  await purgeHashLists(db);
  await removeUnusedImages(db);
  await pruneImageHashes(db);
  return purged;
};
