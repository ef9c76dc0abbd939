import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '#db/client.ts';
import { applyMigration, createMigrationsTable, type Migration } from '#db/migrations.ts';
import { withoutSlowParts } from '#db/slow-parts.ts';
import { ConflictError } from '#domain/errors.ts';
import { type BackupHeader, readParts, type SequenceState } from './backup-file.ts';
import { checkBackup } from './check-backup.ts';

export interface RestoreBackupOptions {
  ownerUrl: string;
  path: string;
  migrations?: Migration[];
  onProgress?: (progress: { step: string; done: number }) => void;
  /** Cancels the restore, which rejects and leaves the database empty. */
  signal?: AbortSignal;
}

// Shares of the progress. The rest is for indexes and constraints.
const checkShare = 0.1;
const copyShare = 0.5;

const assertEmpty = async (client: pg.Client) => {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') limit 1`,
  );
  if (rowCount)
    throw new ConflictError(
      'The database is not empty: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    );
};

const assertMayCreate = async (client: pg.Client) => {
  const { rows } = await client.query<{ mayCreate: boolean; role: string }>(
    `select has_schema_privilege('public', 'create') as "mayCreate", current_user as role`,
  );
  if (rows[0]?.mayCreate === false)
    throw new ConflictError(
      `The role ${rows[0].role} may not create tables: set DATABASE_OWNER_URL to the role that owns the database.`,
    );
};

const setSequences = async (client: pg.Client, sequences: SequenceState[]) => {
  for (const { name, next } of sequences)
    await client.query('select setval($1::regclass, $2, false)', [pg.escapeIdentifier(name), next]);
};

const copyTables = async (
  client: pg.Client,
  path: string,
  { tables }: BackupHeader,
  onRead: (bytes: number) => void,
) => {
  const copyStatement = (name: string) => {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    const list = columns.map((column) => pg.escapeIdentifier(column)).join();
    return `copy ${pg.escapeIdentifier(name)} (${list}) from stdin (format binary, freeze)`;
  };
  const parts = readParts(path, onRead);
  let next = await parts.next();
  const rows = async function* () {
    for (; !next.done && next.value.kind === 'rows'; next = await parts.next()) yield next.value.bytes;
  };
  while (!next.done) {
    const part = next.value;
    next = await parts.next();
    if (part.kind === 'table') await pipeline(Readable.from(rows()), client.query(copyFrom(copyStatement(part.name))));
    if (part.kind === 'sequences') await setSequences(client, part.sequences);
  }
};

/** Restores a backup into an empty database in one transaction: its schema, its rows, and then newer migrations. */
export const restoreBackup = async ({
  ownerUrl,
  path,
  migrations,
  onProgress = () => {},
  signal = new AbortController().signal,
}: RestoreBackupOptions): Promise<BackupHeader> => {
  const { header, applied, added } = await checkBackup({
    path,
    signal,
    ...(migrations ? { migrations } : {}),
    onProgress: (share) => onProgress({ step: 'checking the file', done: checkShare * share }),
  });
  const client = createClient(ownerUrl, { application_name: 'marquee restore' });
  await client.connect();
  const abort = () => void client.end();
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '256MB'`);
    // Wait for another restore or start.
    await client.query("select pg_advisory_xact_lock(hashtext('marquee migrations'))");
    await assertEmpty(client);
    await assertMayCreate(client);
    await createMigrationsTable(client);
    for (const migration of applied) await applyMigration(client, migration);
    const tables = header.tables.map(({ name }) => pg.escapeIdentifier(name));
    // Some migrations add rows. Cascade, because tables that aren't backed up may refer to others.
    await client.query(`truncate ${tables.join()} cascade`);
    const size = statSync(path).size;
    let read = 0;
    const load = () =>
      copyTables(client, path, header, (bytes) => {
        read += bytes;
        onProgress({ step: 'loading', done: checkShare + (copyShare * read) / size });
      });
    const loaded = checkShare + copyShare;
    await withoutSlowParts(client, { tables, keys: true }, load, (share) =>
      onProgress({ step: 'indexes', done: loaded + (1 - loaded) * share }),
    );
    for (const migration of added) await applyMigration(client, migration);
    await client.query('commit');
    await client.query('analyze');
    return header;
  } finally {
    signal.removeEventListener('abort', abort);
    // Rolls back unless committed.
    await client.end();
  }
};
