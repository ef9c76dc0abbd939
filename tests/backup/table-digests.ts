import type pg from 'pg';
import { skippedTables } from '#domain/backup/write-backup.ts';
import { rowDigests } from '../demo/schema-state.ts';

/** A digest of the rows of each table that a backup has. */
export const tableDigests = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> all ($1) order by relname`,
    [skippedTables],
  );
  return rowDigests(
    pool,
    rows.map(({ name }) => name),
  );
};
