import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '#db/client.ts';
import { type BackupPart, type SequenceState, writeParts } from './backup-file.ts';
import { writeFile } from './write-file.ts';

/**
 * Tables that aren't backed up. Migrations are in the header. The change log has transaction ids of this server.
 * Nodes, job runs and builds describe the current state. A copy of the site that knew its backups would remove them.
 * Feeds are only needed until their imports have ended, and robots.txt can be fetched again.
 */
export const skippedTables = [
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
  /** Size on disk, without indexes. */
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
    [skippedTables],
  );
  return rows;
};

const copySource = ({ name, columns }: BackedUpTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join()})`;

/** Sequences aren't transactional, so read them after the rows: then they are never behind. */
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
  /** Cancels the backup, which then rejects. */
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
 * Passes a consistent snapshot of the database to `write`, while the site keeps running. Returns the number of videos.
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
    // Also ends the transaction and any COPY.
    await client.end();
  }
};

/** Writes a backup to a file. */
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
