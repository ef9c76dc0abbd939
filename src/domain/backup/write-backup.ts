import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '#db/client.ts';
import { type BackupPart, type SequenceState, writeParts } from './backup-file.ts';
import { writeFile } from './write-file.ts';

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

const findTables = async (client: pg.Client): Promise<BackedUpTable[]> => {
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
const copySource = ({ name, columns }: BackedUpTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join()})`;

/** Sequences don't take part in transactions: read after the rows, they are never behind them. */
const findSequences = async (client: pg.Client): Promise<SequenceState[]> => {
  const { rows } = await client.query<SequenceState>(
    `select sequencename as name, coalesce(last_value + increment_by, start_value)::float8 as next
     from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  return rows;
};

export interface BackupSource {
  /** The role must be allowed to read all tables and sequences. */
  url: string;
  /** The version of Marquee. */
  version: string;
  onProgress?: (progress: { step: string; done: number }) => void;
  /** Ends the backup, which then rejects. */
  signal?: AbortSignal;
}

async function* partsOf(
  client: pg.Client,
  { version, onProgress = () => {} }: BackupSource,
): AsyncGenerator<BackupPart> {
  const tables = await findTables(client);
  const { rows: migrations } = await client.query('select name, checksum from migrations order by name');
  yield {
    kind: 'header',
    header: {
      version,
      createdAt: new Date().toISOString(),
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    },
  };
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1);
  let copied = 0;
  for (const table of tables) {
    yield { kind: 'table', name: table.name };
    for await (const bytes of client.query(copyTo(`copy ${copySource(table)} to stdout (format binary)`))) {
      yield { kind: 'rows', bytes: bytes as Buffer };
      copied += (bytes as Buffer).length;
      onProgress({ step: table.name, done: Math.min(1, copied / total) });
    }
  }
  yield { kind: 'sequences', sequences: await findSequences(client) };
}

/**
 * Hands everything in the database to `write`, as it was at one moment. The site may go on meanwhile. Returns how many videos
 * that are.
 */
export const streamBackup = async (
  source: BackupSource,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<{ videos: number }> => {
  const { signal = new AbortController().signal } = source;
  const client = createClient(source.url, { application_name: 'marquee backup' });
  await client.connect();
  const abort = () => void client.end();
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ videos: string }>(
      'select count(*) as videos from videos where deleted_at is null',
    );
    await writeParts(partsOf(client, source), write, signal);
    return { videos: Number(rows[0]?.videos) };
  } finally {
    signal.removeEventListener('abort', abort);
    // Also ends the transaction, whatever is still being copied.
    await client.end();
  }
};

/** The same, to a file. */
export const writeBackup = async ({
  path,
  ...source
}: BackupSource & { path: string }): Promise<{ videos: number }> => {
  let videos = 0;
  await writeFile(path, async (write) => {
    ({ videos } = await streamBackup(source, write));
  });
  return { videos };
};
