import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from './imports.ts';

/** An import of the same file that was stopped, failed or was killed, and can go on. */
export const findInterrupted = async (
  db: Db,
  sourceName: string,
  { name, size }: { name: string; size: number | undefined },
): Promise<Import | undefined> => {
  if (size === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i join import_sources s on s.id = i.source_id
    where lower(s.name) = lower(${sourceName.trim()}) and s.deleted_at is null
      and i.file_name = ${name} and i.bytes = ${size}::bigint and i.origin = 'command'
      and i.state in ('running', 'stopped', 'failed') and i.started_at is not null and i.undo_started_at is null
      and i.id = (select max(id) from imports latest where latest.source_id = s.id)`.execute(db);
  return rows[0] && readImport(db, rows[0].id);
};
