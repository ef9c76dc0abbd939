import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '#db/client.ts';
import { isOfFirstSchema, migrate, readMigrations } from '#db/migrations.ts';
import { version } from '#db/version.ts';
import { checkSchema } from '#domain/system/database-setup.ts';
import { schemaState } from '../demo/schema-state.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { replacedMigrations } from '../support/replaced-migrations.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const tableExists = async (name: string) => {
  const { rows } = await test.database.pool.query('select to_regclass($1) is not null as exists', [name]);
  return rows[0].exists as boolean;
};
const migration = (name: string, sql: string) => ({ name, sql, checksum: sql });

describe('a database of an older version', () => {
  it('is brought up to date with its data', async () => {
    const old = await createTestDatabase('template1');
    try {
      const { pool } = old.owner;
      const isOld = ({ name }: { name: string }) => name < '0008';
      await migrate(old.ownerUrl, readMigrations().filter(isOld));
      await pool.query(`
        insert into admins (username, email, password_hash, role) values ('owner', 'owner@example.com', 'x', 'main_admin');
        insert into settings (key, value) values ('site', '{"siteName": "Lantern"}');
        insert into channels (name, url) values ('Blue', 'https://example.com');
        insert into tags (slug, name) values ('boats', 'Boats')`);
      expect(await migrate(old.ownerUrl)).toEqual(
        readMigrations()
          .filter((each) => !isOld(each))
          .map(({ name }) => name),
      );
      const { rows } = await pool.query(`
        select (select value ->> 'siteName' from settings) as site, (select name from channels) as channel,
          array(select distinct entity from change_log order by 1) as logged`);
      expect(rows).toEqual([{ site: 'Lantern', channel: 'Blue', logged: ['setting', 'tag'] }]);
      await pool.query("update channels set name = 'Green'");
    } finally {
      await old.drop();
    }
  });
});

it('refuses publication times that no date can represent', async () => {
  const add = (at: string) =>
    test.database.pool.query(
      `insert into videos (title, category, image_url, link, published_at) values ('Glass', 'viral', '/i.webp', '', $1)`,
      [at],
    );
  for (const at of ['infinity', '-infinity', '294276-12-31']) await expect(add(at)).rejects.toThrow('published_at');
});

describe('a database of the time before the first schema', () => {
  const first = readMigrations().filter(isOfFirstSchema);
  const later = readMigrations().filter((one) => !isOfFirstSchema(one));
  const ledgerOf = async ({ pool }: TestDatabase['owner']) =>
    (await pool.query<{ name: string; checksum: string }>('select name, checksum from migrations order by name')).rows;

  /** With the names of so many of the migrations that the first schema replaced. */
  const createOld = async (count: number) => {
    const old = await createEmptyDatabase();
    onTestFinished(old.drop);
    await migrate(old.ownerUrl, first);
    const names = replacedMigrations(count).map(({ name }) => name);
    await old.owner.pool.query('delete from migrations');
    await old.owner.pool.query(
      `insert into migrations (name, checksum) select name, 'x' from unnest($1::text[]) as name`,
      [names],
    );
    return old;
  };

  it('goes on with its data and the names of today', async () => {
    const old = await createOld(77);
    await old.owner.pool.query(`
      alter table videos drop constraint videos_state_check,
        add constraint videos_state_check check (state in ('draft', 'scheduled', 'published', 'withheld')) not valid;
      insert into tags (slug, name) values ('boats', 'Boats')`);
    const applied = await Promise.all([migrate(old.ownerUrl), migrate(old.ownerUrl)]);
    expect(applied.flat().toSorted()).toEqual(later.map(({ name }) => name));
    expect(await ledgerOf(old.owner)).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })));
    expect(await schemaState(old.owner.pool)).toEqual(await schemaState(test.owner.pool));
    expect((await old.owner.pool.query('select slug from tags')).rows).toEqual([{ slug: 'boats' }]);
    expect(await migrate(old.ownerUrl)).toEqual([]);
  });

  it.each([
    [77, 'warning', `${later.length} migrations will be applied.`],
    [76, 'failure', 'The schema is that of an earlier development version.'],
  ])('is known to the doctor with %i migrations: %s', async (count, state, sentence) => {
    const old = await createOld(count);
    const client = createClient(old.ownerUrl);
    await client.connect();
    expect((await checkSchema(client).finally(() => client.end())).check).toMatchObject({
      state,
      sentence: expect.stringContaining(sentence),
    });
  });

  it('gets the migrations that came later', async () => {
    const old = await createOld(77);
    const newest = migration('9007_later', 'create table later (id integer)');
    expect(await migrate(old.ownerUrl, [...first, newest])).toEqual(['9007_later']);
  });

  it('has to be completed by the version that can, and is left as it is', async () => {
    const old = await createOld(76);
    const before = await ledgerOf(old.owner);
    await expect(migrate(old.ownerUrl)).rejects.toThrow(
      /up to the migration 0075_old: back it up, start the version of Marquee whose last migration is 0095_\w+ on it once, and then this one\.$/,
    );
    expect(await ledgerOf(old.owner)).toEqual(before);
  });
});

describe('migrations', () => {
  it('do nothing on a migrated database', async () => {
    expect(await migrate(test.ownerUrl)).toEqual([]);
  });

  it('run once when several processes start at the same time', async () => {
    const more = [...readMigrations(), migration('9001_once', 'create table once (id integer)')];
    const applied = await Promise.all([
      migrate(test.ownerUrl, more),
      migrate(test.ownerUrl, more),
      migrate(test.ownerUrl, more),
    ]);
    expect(applied.flat()).toEqual(['9001_once']);
    expect(await tableExists('once')).toBe(true);
  });

  it('leave nothing behind when one fails', async () => {
    const broken = migration('9002_broken', 'create table half (id integer); select 1/0');
    const more = [...readMigrations(), migration('9001_once', 'create table once (id integer)'), broken];
    await expect(migrate(test.ownerUrl, more)).rejects.toThrow('9002_broken failed and was undone');
    expect(await tableExists('half')).toBe(false);
  });

  it('of a newer version are left alone by an older one', async () => {
    expect(await migrate(test.ownerUrl)).toEqual([]);
  });

  it('refuse a migration that was changed after it was applied', async () => {
    const more = [...readMigrations(), migration('9001_once', 'create table twice (id integer)')];
    await expect(migrate(test.ownerUrl, more)).rejects.toThrow('was changed after it was applied');
  });
});

describe('a migration that takes something away', () => {
  const contraction = (required: string) =>
    migration(`9003_${required.replaceAll('.', '_')}`, `-- Requires ${required}: it no longer uses this.\nselect 1;`);

  it('excludes older versions', async () => {
    const newer = await createTestDatabase();
    try {
      await migrate(newer.ownerUrl, [...readMigrations(), contraction(version)]);
      expect(await migrate(newer.ownerUrl)).toEqual([]);
      await migrate(newer.ownerUrl, [...readMigrations(), contraction('999.0.0')]);
      await expect(migrate(newer.ownerUrl)).rejects.toThrow(
        `9003_999_0_0 of a newer version, and Marquee ${version} can no longer use it: start 999.0.0 or newer`,
      );
    } finally {
      await newer.drop();
    }
  });

  it('waits for the operator while an older node is live', async () => {
    const site = await createTestDatabase();
    try {
      const later = [...readMigrations(), migration('9006_later', '-- Requires 0.0.5: it does without.\nselect 1;')];
      await site.owner.pool.query(`
        insert into nodes (id, name, version, status, state) values ('1', 'left', '0.0.4', 'serving', '{}');
        insert into nodes (id, name, version, status, state) values ('2', 'right', '0.0.5', 'serving', '{}')`);
      await expect(migrate(site.ownerUrl, later)).rejects.toThrow(
        'The node left runs Marquee 0.0.4, which could not use the database after the migration 9006_later: stop it, or upgrade it to 0.0.5 first.',
      );
      await site.owner.pool.query("update nodes set seen_at = now() - interval '1 minute' where name = 'left'");
      expect(await migrate(site.ownerUrl, later)).toEqual(['9006_later']);
    } finally {
      await site.drop();
    }
  });
});

describe('while a site is running', () => {
  const isWaiting = async () => {
    const { rowCount } = await test.owner.pool.query(
      "select from pg_stat_activity where application_name = 'marquee migrate' and wait_event_type = 'Lock' and datname = current_database()",
    );
    return rowCount === 1;
  };

  it('a migration that waits for a long read lets others read on', async () => {
    const reader = await test.owner.pool.connect();
    await reader.query('begin; select from tags');
    const added = migration('9004_column', 'alter table tags add column upgraded boolean not null default false');
    const migrated = migrate(test.ownerUrl, [...readMigrations(), added]);
    await expect.poll(isWaiting, { interval: 5 }).toBe(true);
    expect((await test.database.pool.query('select slug from tags')).rows).toEqual([]);
    await reader.query('commit');
    reader.release();
    expect(await migrated).toEqual(['9004_column']);
  });

  it('an index is built while rows are written, and several processes start', async () => {
    const writer = await test.owner.pool.connect();
    await writer.query("begin; insert into tags (slug, name) values ('glass', 'Glass')");
    const sql = 'drop index concurrently if exists slow;\ncreate index concurrently slow on tags (name);';
    const more = [...readMigrations(), migration('9005_index', sql)];
    const migrated = Promise.all([migrate(test.ownerUrl, more), migrate(test.ownerUrl, more)]);
    await expect.poll(isWaiting, { interval: 5 }).toBe(true);
    await test.database.pool.query("insert into tags (slug, name) values ('quay', 'Quay')");
    await writer.query('commit');
    writer.release();
    expect((await migrated).flat()).toEqual(['9005_index']);
    const { rows } = await test.owner.pool.query("select indisvalid from pg_index where indexrelid = 'slow'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
