import pg from 'pg';
import type { SequenceState } from './backup-file.ts';

/**
 * The migrations are in the header. The change log has transaction ids of this server, and readers of it who have to start
 * anew after a restore anyway. The nodes and the last runs of jobs are those of now, and each node stores its build again. The
 * backups are those of this site: a copy of it that knew them would remove them. What robots.txt
 * says is asked again. Feeds are kept only until their imports have ended.
 */
export const leftOut = [
  'migrations',
  'change_log',
  'change_log_horizon',
  'nodes',
  'job_runs',
  'builds',
  'build_files',
  'backups',
  'import_chunks',
  'link_robots',
];

export interface BackedUpTable {
  name: string;
  columns: string[];
  /** Of the rows as the server stores them. */
  bytes: number;
}

export const findTables = async (client: pg.Client): Promise<BackedUpTable[]> => {
  const { rows } = await client.query<BackedUpTable>(
    `select relname as name, pg_table_size(pg_class.oid)::float8 as bytes,
            array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid, relname order by relname`,
    [leftOut],
  );
  return rows;
};

/** What COPY reads of a table. */
export const copySource = ({ name, columns }: BackedUpTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join()})`;

/** Sequences don't take part in transactions: read after the rows, they are never behind them. */
export const findSequences = async (client: pg.Client): Promise<SequenceState[]> => {
  const { rows } = await client.query<SequenceState>(
    `select sequencename as name, coalesce(last_value + increment_by, start_value)::float8 as next
     from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  return rows;
};
