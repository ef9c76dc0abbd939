import { sql } from 'kysely';
import { undoableImportDays } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';

const batchSize = 5000;
const historyDays = 365;
/** Of an upload that broke off. */
const receivingHours = 24;

const ended = sql`state not in ('receiving', 'checking', 'running', 'waiting', 'undoing')
  and coalesce(undo_ended_at, ended_at, created_at) < now() - ${undoableImportDays} * interval '1 day'`;

/** Deletes in small transactions. */
const pruneTable = async (db: Db, table: 'import_changes' | 'import_rows', ofImport: ReturnType<typeof sql>) => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where import_id in (select id from imports where ${ofImport})
        limit ${batchSize}))`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
};

/** Removes the feeds of imports that ended long ago, and what was stored to undo them; and imports that never began. */
export const pruneImports = async (db: Db): Promise<void> => {
  await sql`delete from imports
    where (state = 'receiving' and alive_at < now() - ${receivingHours} * interval '1 hour')
      or (${ended} and started_at is null)`.execute(db);
  await pruneTable(db, 'import_changes', ended);
  await pruneTable(db, 'import_rows', ended);
  await sql`delete from import_chunks where import_id in (select id from imports where ${ended})`.execute(db);
  await sql`delete from imports where ${ended}
    and created_at < now() - ${historyDays} * interval '1 day'`.execute(db);
};
