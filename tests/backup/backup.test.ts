import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate, readMigrations } from '#db/migrations.ts';
import { checkBackup } from '#domain/backup/check-backup.ts';
import { restoreBackup } from '#domain/backup/restore-backup.ts';
import { writeBackup } from '#domain/backup/write-backup.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { submitWebsite } from '#domain/partners/submissions.ts';
import { schemaState } from '../demo/schema-state.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { replacedMigrations } from '../support/replaced-migrations.ts';
import { tableDigests } from './table-digests.ts';

let folder: string;
let site: TestDatabase;
let backup: string;

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
  const old = await createTestDatabase();
  onTestFinished(old.drop);
  await old.owner.pool.query(`delete from migrations; insert into tags (slug, name) values ('old', 'Old')`);
  for (const { name, checksum } of replacedMigrations(count))
    await old.owner.pool.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  const path = join(folder, `old-${count}.backup`);
  await writeBackup({ url: old.ownerUrl, path, version });
  return path;
};
const tablesOf = async ({ pool }: { pool: pg.Pool }) =>
  (await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-backup-'));
  site = await createTestDatabase();
  await seedDemo(site.owner.pool, { now: new Date('2026-03-14T15:09:26Z') });
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const url = 'https://example.com';
  await submitWebsite(site.database.db, { name: 'Lantern Row', url, email: 'row@example.com', description: '', logo });
  await write('site.backup');
  backup = join(folder, 'site.backup');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.drop();
});

it('a restore by a role that may not create tables says which role may', async () => {
  const target = await empty();
  await expect(restoreBackup({ ownerUrl: target.url, path: backup })).rejects.toThrow('set DATABASE_OWNER_URL');
});

describe('a restored backup', () => {
  it('has the same rows in every table, and the same schema', async () => {
    const target = await empty();
    const header = await restoreBackup({ ownerUrl: target.ownerUrl, path: backup });
    expect(header).toMatchObject({ version, createdAt: expect.stringMatching(/^20\d\d-/) });
    const digests = await tableDigests(target.owner.pool);
    expect(digests).toEqual(await tableDigests(site.owner.pool));
    expect(Object.keys(digests)).toEqual(expect.arrayContaining(['videos', 'video_tags', 'admins', 'settings']));
    expect(await schemaState(target.owner.pool)).toEqual(await schemaState(site.owner.pool));
  });

  it('has the uploads', async () => {
    const target = await empty();
    await restoreBackup({ ownerUrl: target.ownerUrl, path: backup });
    const { rows } = await target.owner.pool.query(
      `select content from uploads join partners on logo = '/uploads/' || uploads.name where partners.name = 'Lantern Row'`,
    );
    expect(await sharp(rows[0]?.content).metadata()).toMatchObject({ format: 'webp', width: 40 });
  });

  it('goes on with new ids', async () => {
    const target = await empty();
    await restoreBackup({ ownerUrl: target.ownerUrl, path: backup });
    const add = `insert into tags (slug, name) values ('after', 'After') returning id`;
    const { rows: added } = await target.owner.pool.query(add);
    const { rows: last } = await site.owner.pool.query('select max(id) as id from tags');
    expect(added[0].id).toBeGreaterThan(last[0].id);
  });

  it('is as the site was at one moment, whatever is written meanwhile', async () => {
    const before = await tableDigests(site.owner.pool);
    const path = join(folder, 'moment.backup');
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
    const target = await empty();
    await restoreBackup({ ownerUrl: target.ownerUrl, path });
    expect(await tableDigests(target.owner.pool)).toEqual(before);
    expect(await tableDigests(site.owner.pool)).not.toEqual(before);
  });

  it('may have been made by the version before', async () => {
    const older = await empty();
    const migrations = readMigrations();
    await migrate(older.ownerUrl, migrations.slice(0, -1));
    await older.owner.pool.query(`insert into tags (slug, name) values ('kept', 'Kept')`);
    const path = join(folder, 'older.backup');
    await writeBackup({ url: older.ownerUrl, path, version });
    const target = await empty();
    await restoreBackup({ ownerUrl: target.ownerUrl, path });
    expect(await migrate(target.ownerUrl)).toEqual([]);
    expect((await target.owner.pool.query('select slug from tags')).rows).toEqual([{ slug: 'kept' }]);
  });

  it('may name the migrations that the first schema replaced', async () => {
    const target = await empty();
    await restoreBackup({ ownerUrl: target.ownerUrl, path: await oldBackup(77) });
    expect(await migrate(target.ownerUrl)).toEqual([]);
    expect((await target.owner.pool.query('select slug from tags')).rows).toEqual([{ slug: 'old' }]);
    expect(await schemaState(target.owner.pool)).toEqual(await schemaState(site.owner.pool));
  });
});

describe('a backup is refused', () => {
  const refusal = async (path: string) => {
    const target = await empty();
    const error = await restoreBackup({ ownerUrl: target.ownerUrl, path }).catch((refused: Error) => refused);
    expect(await tablesOf(target.owner)).toBe(0);
    return (error as Error).message;
  };

  it.each([0.02, 0.3, 0.6, 0.9, 0.9999])('with a changed byte at %f of the file', async (share) => {
    const bytes = readFileSync(backup);
    const at = Math.floor(bytes.length * share);
    bytes[at] = (bytes[at] as number) ^ 0x10;
    const path = join(folder, 'changed.backup');
    writeFileSync(path, bytes);
    expect(await refusal(path)).toBe(`${path} is damaged or incomplete: use another backup.`);
    await expect(checkBackup({ path })).rejects.toThrow('damaged');
  });

  it.each([1, 2, 10, 100, 5000])('when the last %i bytes are missing', async (missing) => {
    const path = join(folder, 'short.backup');
    writeFileSync(path, readFileSync(backup).subarray(0, -missing));
    expect(await refusal(path)).toBe(`${path} is damaged or incomplete: use another backup.`);
  });

  it.each([1, 5000, 300_000])('when %i bytes follow its end', async (more) => {
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
    const newer = await empty();
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
    const target = await createTestDatabase();
    onTestFinished(target.drop);
    const before = await tableDigests(target.owner.pool);
    await expect(restoreBackup({ ownerUrl: target.ownerUrl, path: backup })).rejects.toThrow(
      'The database is not empty',
    );
    expect(await tableDigests(target.owner.pool)).toEqual(before);
  });
});

it('leaves nothing behind when a restore fails at its end', async () => {
  const target = await empty();
  const failing = { name: '9999_failing', sql: 'select 1 / 0', checksum: 'x' };
  const migrations = [...readMigrations(), failing];
  await expect(restoreBackup({ ownerUrl: target.ownerUrl, path: backup, migrations })).rejects.toThrow('division');
  expect(await tablesOf(target.owner)).toBe(0);
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

it('is restored once when two restores start at once', async () => {
  const target = await empty();
  const both = await Promise.allSettled([1, 2].map(() => restoreBackup({ ownerUrl: target.ownerUrl, path: backup })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(refused?.reason.message).toContain('The database is not empty');
});

it('can be read by its owner only', () => {
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

it('leaves no file when it cannot be finished', async () => {
  const before = readdirSync(folder);
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
  expect(readdirSync(folder)).toEqual(before);
  await expect(write('no/such/folder.backup')).rejects.toThrow('cannot be written (ENOENT)');
});
