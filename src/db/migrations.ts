import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from './client.ts';
import { StartupError } from './errors.ts';
import { isOlder, version } from './version.ts';

export interface SqlStatement {
  /** The statement without comments. */
  text: string;
  /** In lower case, on one line and without the contents of quotes, so that rules can be matched against it. */
  shape: string;
}

const comment = String.raw`--[^\n]*|/\*[^]*?\*/`;
const quoted = String.raw`'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$`;
const part = new RegExp(`(?<comment>${comment})|(?<quoted>${quoted})|(?<end>;)|[^]`, 'g');

export const statementsOf = (sql: string): SqlStatement[] => {
  const statements = [{ text: '', shape: '' }];
  for (const { 0: text, groups } of sql.matchAll(part)) {
    const statement = statements[statements.length - 1];
    if (groups?.end) statements.push({ text: '', shape: '' });
    else if (statement) {
      statement.text += groups?.comment ? ' ' : text;
      statement.shape += groups?.comment ? ' ' : groups?.quoted ? "''" : text;
    }
  }
  return statements
    .map(({ text, shape }) => ({ text: text.trim(), shape: shape.toLowerCase().replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
};

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

const headerOf = (sql: string) => /^(?:--.*\n|\s*\n)*/.exec(sql)?.[0] ?? '';

/**
 * The oldest version that can use the database after this migration, from a line `-- Requires 0.2.0: why` in its
 * header. A migration without such a line only adds, so that every older version still works (decision 042).
 */
export const requiredVersion = ({ sql }: Pick<Migration, 'sql'>): string | undefined =>
  /^-- Requires (\d+\.\d+\.\d+): \S/m.exec(headerOf(sql))?.[1];

/** Whether its header has a line `-- Compatible: why`, which overrides the automatic check of its statements. */
export const isDeclaredCompatible = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  /^-- Compatible: \S/m.test(headerOf(sql));

/** Whether it creates an index concurrently, which isn't possible in a transaction. */
export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  statementsOf(sql).some(({ shape }) => /\bconcurrently\b/.test(shape));

/** The last of the files that create the schema of the first release. They replaced many small migrations. */
const lastFile = '0012_operations';
const replaced = { first: '0001_catalogue', last: '0095_references_per_statement', count: 77 };

export const isOfFirstSchema = ({ name }: Pick<Migration, 'name'>): boolean => name <= lastFile;

/** Tells the operator how to complete a database or backup that has only some of the replaced migrations. */
export const howToComplete = `start the version of Marquee whose last migration is ${replaced.last} on it once`;

type Applied = Pick<Migration, 'name' | 'checksum'>;

/**
 * The applied migrations of a database or backup, with the replaced ones translated to the files of the first schema.
 * Undefined if only some of the replaced ones were applied.
 */
export const appliedToday = <T extends Applied>(
  applied: readonly T[],
  migrations: readonly Migration[],
): readonly (T | (Applied & { requires: null }))[] | undefined => {
  if (!applied.some(({ name }) => name === replaced.first)) return applied;
  const old = applied.filter(({ name }) => name <= replaced.last);
  if (old.length !== replaced.count || !old.some(({ name }) => name === replaced.last)) return undefined;
  return [
    ...migrations.filter(isOfFirstSchema).map(({ name, checksum }) => ({ name, checksum, requires: null })),
    ...applied.filter((migration) => !old.includes(migration)),
  ];
};

/** Refuses a migration while a live node (decision 041) runs a version that couldn't use the database afterwards. */
const assertNoOlderNode = async (client: pg.Client, migrationName: string, required: string) => {
  const { rows: tables } = await client.query("select to_regclass('nodes') is not null as exists");
  if (!tables[0].exists) return;
  const { rows } = await client.query<{ name: string; version: string }>(
    "select name, version from nodes where seen_at > now() - interval '10 seconds'",
  );
  const older = rows.find(({ version }) => isOlder(version, required));
  if (older)
    throw new StartupError(
      `The node ${older.name} runs Marquee ${older.version}, which could not use the database after the migration ${migrationName}: stop it, or upgrade it to ${required} first.`,
    );
};

/** Short, because all later statements on a table, even reads, queue behind a statement that waits for a lock on it. */
const lockTimeout = '1s';
const betweenAttemptsMs = 1000;
const maxWaitMs = 5 * 60_000;

/** `requires` is the oldest version that can use the database since that migration; null if all can. */
export const createMigrationsTable = (client: pg.Client) =>
  client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), requires text)`);

interface AppliedMigration {
  name: string;
  checksum: string;
  requires: string | null;
}

/** Checks an unknown migration. Nodes of a newer version may share the database, and operators may downgrade. */
const assertUsable = ({ name, requires }: AppliedMigration) => {
  if (requires !== null && isOlder(version, requires))
    throw new StartupError(
      `The database has the migration ${name} of a newer version, and Marquee ${version} can no longer use it: start ${requires} or newer.`,
    );
};

const pendingOf = async (client: pg.Client, migrations: Migration[]) => {
  const { rows } = await client.query<AppliedMigration>('select name, checksum, requires from migrations');
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = byName.get(row.name);
    if (!migration) assertUsable(row);
    else if (migration.checksum !== row.checksum)
      throw new StartupError(
        `The migration ${row.name} was changed after it was applied: put its file back as it was.`,
      );
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
};

const record = (client: pg.Client, migration: Migration) =>
  client.query('insert into migrations (name, checksum, requires) values ($1, $2, $3)', [
    migration.name,
    migration.checksum,
    requiredVersion(migration),
  ]);

/** Applies a migration in the caller's transaction, to tables that nothing else uses. */
export const applyMigration = async (client: pg.Client, migration: Migration) => {
  await client.query(migration.sql.replaceAll(/\bconcurrently\b/gi, ''));
  await record(client, migration);
};

const inTransaction = async (client: pg.Client, work: () => Promise<unknown>) => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const isLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03';

/** Pauses between attempts, so that the requests that had to wait can continue. */
const retryWhileLocked = async (work: () => Promise<unknown>, until = performance.now() + maxWaitMs): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isLocked(error) || performance.now() > until) throw error;
    await pause(betweenAttemptsMs);
    await retryWhileLocked(work, until);
  }
};

/** Replaces the records of the migrations that led to the first schema, and validates the checks they hadn't. */
const adoptFirstSchema = async (client: pg.Client, migrations: Migration[]) => {
  const { rows: applied } = await client.query<Migration>('select name, checksum from migrations order by name');
  const today = appliedToday(applied, migrations);
  if (!today)
    throw new StartupError(
      `The database has the schema of an earlier development version, up to the migration ${applied.at(-1)?.name}: back it up, ${howToComplete}, and then this one.`,
    );
  if (today === applied) return;
  await retryWhileLocked(() =>
    inTransaction(client, async () => {
      await client.query(`
        alter table videos validate constraint videos_state_check;
        alter table case_entries validate constraint case_entries_kind_check`);
      await client.query('delete from migrations where name <> all ($1)', [today.map(({ name }) => name)]);
      for (const migration of migrations.filter(isOfFirstSchema)) await record(client, migration);
    }),
  );
};

const apply = async (client: pg.Client, migration: Migration) => {
  const required = requiredVersion(migration);
  if (required !== undefined) await assertNoOlderNode(client, migration.name, required);
  // If it is interrupted, it is repeated from the start, so it must be repeatable: see scripts/check-migrations.ts.
  if (isConcurrent(migration)) {
    for (const { text } of statementsOf(migration.sql)) await client.query(text);
    await record(client, migration);
  } else
    await retryWhileLocked(() =>
      inTransaction(client, async () => {
        await client.query(migration.sql);
        await record(client, migration);
      }),
    );
};

/** Polls, because a concurrent index build waits for all statements, even one that waits for this lock (deadlock). */
const lockMigrations = async (client: pg.Client) => {
  const tryLock = "select pg_try_advisory_lock(hashtext('marquee migrations')) as locked";
  while (!(await client.query(tryLock)).rows[0].locked) await pause(100);
};

/** Applies the pending migrations one by one, while other nodes wait or serve, and returns their names. */
export const migrate = async (url: string, migrations = readMigrations()): Promise<string[]> => {
  const client = createClient(url, { application_name: 'marquee migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    await retryWhileLocked(() => inTransaction(client, () => createMigrationsTable(client)));
    await adoptFirstSchema(client, migrations);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending)
      await apply(client, migration).catch((error: Error) => {
        if (error instanceof StartupError) throw error;
        const hint = isLocked(error) ? '; a backup or a bulk load may be using the table, so try again later' : '';
        const outcome = isConcurrent(migration) ? 'failed' : 'failed and was undone';
        throw new StartupError(`The migration ${migration.name} ${outcome}: ${error.message}${hint}`);
      });
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
