import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { isOfFirstSchema, migrate, readMigrations } from '#db/migrations.ts';
import { checkBackup } from '#domain/backup/check-backup.ts';
import { restoreBackup } from '#domain/backup/restore-backup.ts';
import { writeBackup } from '#domain/backup/write-backup.ts';
import { submitWebsite } from '#domain/partners/submissions.ts';
import { schemaState } from '../demo/schema-state.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { prepared } from '../support/prepared.ts';
import { replacedMigrations } from '../support/replaced-migrations.ts';
import { tableDigests } from './table-digests.ts';

let folder: string;
let site: TestDatabase;
let backup: string;
/** An empty database for restores that are refused. */
let nothing: TestDatabase;
/** Of an old site with a single row. */
let oldest: string;
/** What the site had when the backup was begun. */
let before: Record<string, string>;

const version = '9.9.9';
const write = (name: string) => writeBackup({ url: site.ownerUrl, path: join(folder, name), version });

/** An empty database for one test. */
const empty = async () => {
  const database = await createEmptyDatabase();
  onTestFinished(database.drop);
  return database;
};
/** Of a database with so many of the migrations that the first schema replaced. */
const oldBackup = async (count: number) => {
  const old = await createEmptyDatabase();
  await migrate(old.ownerUrl, readMigrations().filter(isOfFirstSchema));
  await old.owner.pool.query(`delete from migrations; insert into tags (slug, name) values ('old', 'Old')`);
  for (const { name, checksum } of replacedMigrations(count))
    await old.owner.pool.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  const path = join(folder, `old-${count}.backup`);
  await writeBackup({ url: old.ownerUrl, path, version });
  await old.drop();
  return path;
};
const tablesOf = async ({ pool }: { pool: pg.Pool }) =>
  (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount;

/** Writes a backup of the demo site and its upload, while the site is changed. */
const writeWhileChanging = async (path: string) => {
  let written: Promise<unknown> | undefined;
  await writeBackup({
    url: site.ownerUrl,
    path,
    version,
    onProgress: () => {
      written ??= site.owner.pool.query(`insert into video_tags (video_id, tag_id, position)
        select (select max(id) from videos), id, 99 from tags order by id desc limit 1 on conflict do nothing;
        insert into tags (slug, name) values ('meanwhile', 'Meanwhile')`);
    },
  });
  await written;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-backup-'));
  site = await createTestDatabase(prepared.demoTemplate);
  nothing = await createEmptyDatabase();
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const url = 'https://example.com';
  await submitWebsite(site.database.db, { name: 'Lantern Row', url, email: 'row@example.com', description: '', logo });
  before = await tableDigests(site.owner.pool);
  backup = join(folder, 'site.backup');
  await writeWhileChanging(backup);
  oldest = await oldBackup(77);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.drop();
  await nothing.drop();
});

it('a restore by a role that may not create tables says which role may', async () => {
  await expect(restoreBackup({ ownerUrl: nothing.url, path: backup })).rejects.toThrow('set DATABASE_OWNER_URL');
});

describe('a restored backup', () => {
  let target: TestDatabase;
  let restores: PromiseSettledResult<unknown>[];
  beforeAll(async () => {
    target = await createEmptyDatabase();
    const restore = () => restoreBackup({ ownerUrl: target.ownerUrl, path: backup });
    restores = await Promise.allSettled([restore(), restore()]);
  });
  afterAll(() => target.drop());

  it('is restored once when two restores start at once', () => {
    const [done, refused] = restores.toSorted((one, other) => (one.status < other.status ? -1 : 1));
    expect(done).toMatchObject({ value: { version, createdAt: expect.stringMatching(/^20\d\d-/) } });
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('The database is not empty') } });
  });

  it('has the same rows in every table as the site had at one moment, whatever is written meanwhile', async () => {
    const digests = await tableDigests(target.owner.pool);
    expect(digests).toEqual(before);
    expect(Object.keys(digests)).toEqual(expect.arrayContaining(['videos', 'video_tags', 'admins', 'settings']));
    expect(await tableDigests(site.owner.pool)).not.toEqual(before);
  });

  it('has the same schema', async () => {
    expect(await schemaState(target.owner.pool)).toEqual(await schemaState(site.owner.pool));
  });

  it('has the uploads', async () => {
    const { rows } = await target.owner.pool.query(
      `select content from uploads join partners on logo = '/uploads/' || uploads.name where partners.name = 'Lantern Row'`,
    );
    expect(await sharp(rows[0]?.content).metadata()).toMatchObject({ format: 'webp', width: 40 });
  });

  it('goes on with new ids', async () => {
    const { rows: last } = await target.owner.pool.query('select max(id) as id from tags');
    const client = await target.owner.pool.connect();
    await client.query('begin');
    const { rows: added } = await client.query(`insert into tags (slug, name) values ('after', 'After') returning id`);
    await client.query('rollback');
    client.release();
    expect(added[0].id).toBeGreaterThan(last[0].id);
  });

  it('may have been made by the version before', async () => {
    const older = await empty();
    const migrations = readMigrations();
    await migrate(older.ownerUrl, migrations.slice(0, -1));
    await older.owner.pool.query(`insert into tags (slug, name) values ('kept', 'Kept')`);
    const path = join(folder, 'older.backup');
    await writeBackup({ url: older.ownerUrl, path, version });
    const restored = await empty();
    await restoreBackup({ ownerUrl: restored.ownerUrl, path });
    expect(await migrate(restored.ownerUrl)).toEqual([]);
    expect((await restored.owner.pool.query('select slug from tags')).rows).toEqual([{ slug: 'kept' }]);
  });

  it('may name the migrations that the first schema replaced', async () => {
    const restored = await empty();
    await restoreBackup({ ownerUrl: restored.ownerUrl, path: oldest });
    expect(await migrate(restored.ownerUrl)).toEqual([]);
    expect((await restored.owner.pool.query('select slug from tags')).rows).toEqual([{ slug: 'old' }]);
    expect(await schemaState(restored.owner.pool)).toEqual(await schemaState(site.owner.pool));
  });
});

describe('a backup is refused', () => {
  const refusal = async (path: string) => {
    const error = await restoreBackup({ ownerUrl: nothing.ownerUrl, path }).catch((refused: Error) => refused);
    expect(await tablesOf(nothing.owner)).toBe(0);
    return (error as Error).message;
  };

  it.each(inject('isAll') ? [0.02, 0.3, 0.6, 0.9, 0.9999] : [0.02, 0.6, 0.9999])(
    'with a changed byte at %f of the file',
    async (share) => {
      const bytes = readFileSync(backup);
      const at = Math.floor(bytes.length * share);
      bytes[at] = (bytes[at] as number) ^ 0x10;
      const path = join(folder, 'changed.backup');
      writeFileSync(path, bytes);
      expect(await refusal(path)).toBe(`${path} is damaged or incomplete: use another backup.`);
      await expect(checkBackup({ path })).rejects.toThrow('damaged');
    },
  );

  it.each(inject('isAll') ? [1, 2, 10, 100, 5000] : [1, 5000])(
    'when the last %i bytes are missing',
    async (missing) => {
      const path = join(folder, 'short.backup');
      writeFileSync(path, readFileSync(backup).subarray(0, -missing));
      expect(await refusal(path)).toBe(`${path} is damaged or incomplete: use another backup.`);
    },
  );

  it.each(inject('isAll') ? [1, 5000, 300_000] : [1, 300_000])('when %i bytes follow its end', async (more) => {
    const path = join(folder, 'longer.backup');
    const bytes = readFileSync(backup);
    const next = Buffer.concat([bytes, Buffer.alloc(300_000)]).subarray(0, more);
    writeFileSync(path, Buffer.concat([bytes, next]));
    expect(await refusal(path)).toMatch(/ has \d+ extra bytes after the end of the backup: use another backup\.$/);
  });

  it('when it is another file, or none', async () => {
    const other = join(folder, 'other.txt');
    writeFileSync(other, 'Dear diary');
    expect(await refusal(other)).toBe(`${other} is not a backup of Marquee.`);
    const none = join(folder, 'none.backup');
    expect(await refusal(none)).toBe(`There is no file ${none}.`);
  });

  it('when a newer version made it', async () => {
    const newer = await createTestDatabase();
    onTestFinished(newer.drop);
    const sql = 'create table later (id integer)';
    await migrate(newer.ownerUrl, [...readMigrations(), { name: '9999_later', sql, checksum: 'x' }]);
    const path = join(folder, 'newer.backup');
    await writeBackup({ url: newer.ownerUrl, path, version });
    const expected = `${path} was made by a newer version of Marquee (9.9.9): restore it with that version.`;
    expect(await refusal(path)).toBe(expected);
  });

  it('when it has only some of the migrations that the first schema replaced', async () => {
    const path = await oldBackup(40);
    expect(await refusal(path)).toMatch(
      /earlier development version .* last migration is 0095_\w+ on it once, and back up/,
    );
  });

  it('when the database has tables', async () => {
    const rows = await tableDigests(site.owner.pool);
    await expect(restoreBackup({ ownerUrl: site.ownerUrl, path: backup })).rejects.toThrow('The database is not empty');
    expect(await tableDigests(site.owner.pool)).toEqual(rows);
  });
});

it('leaves nothing behind when a restore fails at its end', async () => {
  const failing = { name: '9999_failing', sql: 'select 1 / 0', checksum: 'x' };
  const migrations = [...readMigrations(), failing];
  await expect(restoreBackup({ ownerUrl: nothing.ownerUrl, path: oldest, migrations })).rejects.toThrow('division');
  expect(await tablesOf(nothing.owner)).toBe(0);
});

it('is complete when two are written to the same file at once', async () => {
  await Promise.all([write('twice.backup'), write('twice.backup')]);
  expect(await checkBackup({ path: join(folder, 'twice.backup') })).toMatchObject({ header: { version } });
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

it('replaces nothing but files', async () => {
  symlinkSync(backup, join(folder, 'link.backup'));
  await expect(write('link.backup')).rejects.toThrow('is not a file');
  await expect(checkBackup({ path: folder })).rejects.toThrow('cannot be read (EISDIR)');
});

it('can be read by its owner only', () => {
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

it('leaves no file when it cannot be finished', async () => {
  const files = readdirSync(folder);
  const client = new pg.Client({ connectionString: site.ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  let ended: Promise<unknown> | undefined;
  const ending = writeBackup({
    url: site.ownerUrl,
    path: join(folder, 'ended.backup'),
    version,
    onProgress: () => {
      ended ??= client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'marquee backup' and datname = current_database()`,
      );
    },
  });
  await expect(ending).rejects.toThrow();
  await ended;
  expect(readdirSync(folder)).toEqual(files);
  await expect(write('no/such/folder.backup')).rejects.toThrow('cannot be written (ENOENT)');
});
