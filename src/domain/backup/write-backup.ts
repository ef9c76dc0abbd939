import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '#db/client.ts';
import { findSequences, findTables } from './backed-up-tables.ts';
import type { BackupPart } from './backup-file.ts';
import { writeParts } from './write-parts.ts';

export interface WriteBackupOptions {
  /** The role must be allowed to read all tables and sequences. */
  ownerUrl: string;
  path: string;
  /** The version of Marquee. */
  version: string;
  onProgress?: (progress: { step: string; done: number }) => void;
}

const columnList = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join();

async function* partsOf(
  client: pg.Client,
  { version, onProgress = () => {} }: WriteBackupOptions,
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
  for (const { name, columns } of tables) {
    yield { kind: 'table', name };
    const query = `copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) to stdout (format binary)`;
    for await (const bytes of client.query(copyTo(query))) {
      yield { kind: 'rows', bytes: bytes as Buffer };
      copied += (bytes as Buffer).length;
      onProgress({ step: name, done: Math.min(1, copied / total) });
    }
  }
  yield { kind: 'sequences', sequences: await findSequences(client) };
}

/** Writes everything in the database to a file, as it was at one moment. The site may go on meanwhile. */
export const writeBackup = async (options: WriteBackupOptions): Promise<void> => {
  const client = createClient(options.ownerUrl, { application_name: 'marquee backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await writeParts(options.path, partsOf(client, options));
  } finally {
    // Also ends the transaction, whatever is still being copied.
    await client.end();
  }
};
