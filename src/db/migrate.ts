import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { createClient } from './client.ts';
import { StartupError } from './startup-error.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const migrationsFolder = join(import.meta.dirname, '../../migrations');

export const readMigrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

export const createMigrationsTable = (client: pg.Client) =>
  client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);

const pendingOf = async (client: pg.Client, migrations: Migration[]) => {
  await createMigrationsTable(client);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const name of applied.keys())
    if (!migrations.some((migration) => migration.name === name))
      throw new StartupError(
        `The database has the migration ${name}, which this version of Marquee does not know: start the newer version that made it.`,
      );
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new StartupError(`The migration ${name} was changed after it was applied: put its file back as it was.`);
  return migrations.filter(({ name }) => !applied.has(name));
};

/** In a transaction of the caller. */
export const applyMigration = async (client: pg.Client, { name, sql, checksum }: Migration) => {
  await client.query(sql);
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
};

const applyOne = async (client: pg.Client, migration: Migration) => {
  await client.query('begin');
  try {
    await applyMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartupError(`The migration ${migration.name} failed and was undone: ${(error as Error).message}`);
  }
};

/** Applies the pending migrations, each in its own transaction; other processes wait. Returns their names. */
export const migrate = async (url: string, migrations = readMigrations()): Promise<string[]> => {
  const client = createClient(url, { application_name: 'marquee migrate' });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('marquee migrations'))");
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await applyOne(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
