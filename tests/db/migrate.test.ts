import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '#db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const tableExists = async (name: string) => {
  const { rows } = await test.database.pool.query('select to_regclass($1) is not null as there', [name]);
  return rows[0].there as boolean;
};
const migration = (name: string, sql: string) => ({ name, sql, checksum: sql });

describe('migrations', () => {
  it('have nothing to do on a migrated database', async () => {
    expect(await migrate(test.url)).toEqual([]);
  });

  it('run once when several processes start at the same time', async () => {
    const more = [...readMigrations(), migration('9001_once', 'create table once (id integer)')];
    const applied = await Promise.all([migrate(test.url, more), migrate(test.url, more), migrate(test.url, more)]);
    expect(applied.flat()).toEqual(['9001_once']);
    expect(await tableExists('once')).toBe(true);
  });

  it('leave nothing half done when one fails', async () => {
    const broken = migration('9002_broken', 'create table half (id integer); select 1/0');
    const more = [...readMigrations(), migration('9001_once', 'create table once (id integer)'), broken];
    await expect(migrate(test.url, more)).rejects.toThrow('9002_broken failed and was undone');
    expect(await tableExists('half')).toBe(false);
  });

  it('refuse a database that a newer version made', async () => {
    await expect(migrate(test.url)).rejects.toThrow('9001_once, which this version of Marquee does not know');
  });

  it('refuse a migration that was changed after it was applied', async () => {
    const more = [...readMigrations(), migration('9001_once', 'create table twice (id integer)')];
    await expect(migrate(test.url, more)).rejects.toThrow('was changed after it was applied');
  });
});
