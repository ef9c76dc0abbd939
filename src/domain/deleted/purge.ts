import type { Db } from '#db/database.ts';
import { removeUnusedLogos } from '#domain/partners/logos.ts';
import { deletedKinds } from './kinds.ts';

const restorableDays = 30;
const batch = 500;

type Table = (typeof deletedKinds)[keyof typeof deletedKinds]['table'];

const purgeTable = async (db: Db, table: Table, before: Date): Promise<number> => {
  let purged = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('id', 'in', (query) =>
        query
          .selectFrom(table)
          .select('id')
          .where('deleted_at', '<', before)
          .orderBy('deleted_at')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    purged += Number(numDeletedRows);
    if (numDeletedRows < batch) return purged;
  }
};

/** Removes for good what was deleted long ago, a few at a time so that nobody waits for it. */
export const purgeDeleted = async (db: Db, uploadsDir: string, now = new Date()): Promise<number> => {
  const before = new Date(now.getTime() - restorableDays * 24 * 3600 * 1000);
  const networks = await db.selectFrom('partners').select('logo').where('deleted_at', '<', before).execute();
  let purged = 0;
  for (const { table } of Object.values(deletedKinds)) purged += await purgeTable(db, table, before);
  await removeUnusedLogos(
    db,
    uploadsDir,
    networks.map(({ logo }) => logo),
  );
  return purged;
};
