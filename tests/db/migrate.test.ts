import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '#db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

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
      const isOld = ({ name }: { name: string }) => name < '0007';
      await migrate(old.ownerUrl, readMigrations().filter(isOld));
      await pool.query(`
        insert into admins (username, email, password_hash, role) values ('owner', 'owner@example.com', 'x', 'main_admin');
        insert into settings (key, value, updated_by) select 'site', '{"siteName": "Lantern"}', id from admins;
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

describe('publication times', () => {
  it('that no date can represent are replaced, and refused from then on', async () => {
    const old = await createTestDatabase('template1');
    try {
      const { pool } = old.owner;
      await migrate(
        old.ownerUrl,
        readMigrations().filter(({ name }) => name < '0026'),
      );
      await pool.query(`
        insert into videos (title, category, image_url, link, published_at)
        select 'Glass', 'viral', 'https://example.com/i', 'https://example.com/v', at
        from unnest('{infinity, -infinity, 294276-12-31, 2026-01-01}'::timestamptz[]) as at`);
      await migrate(old.ownerUrl);
      const { rows } = await pool.query(
        "select count(*)::integer from videos where published_at between '2026-01-01' and now()",
      );
      expect(rows).toEqual([{ count: 4 }]);
      await expect(pool.query("update videos set published_at = 'infinity'")).rejects.toThrow('published_at');
    } finally {
      await old.drop();
    }
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

  it('refuse a database of a newer version', async () => {
    await expect(migrate(test.ownerUrl)).rejects.toThrow('9001_once, which this version of Marquee does not know');
  });

  it('refuse a migration that was changed after it was applied', async () => {
    const more = [...readMigrations(), migration('9001_once', 'create table twice (id integer)')];
    await expect(migrate(test.ownerUrl, more)).rejects.toThrow('was changed after it was applied');
  });
});
