import type { Db } from '#db/database.ts';
import { type AuditFilter, type AuditReader, type AuditRow, readAudit } from './read-audit.ts';

const batchSize = 1000;

/** All entries that match, newest first. Reads the next batch when the previous one has been taken. */
export async function* everyEntry(db: Db, filter: AuditFilter, reader: AuditReader): AsyncGenerator<AuditRow[]> {
  let before: number | undefined;
  do {
    const { rows, next } = await readAudit(db, filter, reader, { before, limit: batchSize });
    if (rows.length > 0) yield rows;
    before = next ?? undefined;
  } while (before !== undefined);
}
