/** What the role of the running site may not do. That it may do enough, every other test shows: they all use it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { embeddedSiteRole } from '#db/site-role.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { prepared } from '../support/prepared.ts';
import { startTestSite } from '../support/site.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  // A table that was created after the last grants, as a migration does.
  await test.owner.pool.query('create table later (id integer generated always as identity)');
  await prepareSchema({ ownerUrl: test.ownerUrl, siteRole: embeddedSiteRole });
});
afterAll(() => test.drop());

const insufficientPrivilege = '42501';

describe('the role of the running site', () => {
  it('has no rights beyond the database', async () => {
    const { rows } = await test.database.pool.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ]);
  });

  it.each([
    'create table mine (id integer)',
    'create temporary table mine (id integer)',
    'create schema mine',
    'create function mine() returns integer language sql as $$ select 1 $$',
    'alter table videos add column mine text',
    'alter table videos disable trigger user',
    'drop table videos',
    'drop index videos_pkey',
    'truncate videos',
    'create table pgboss.mine (id integer)',
    'select * from pg_authid',
    `select pg_read_file('postgresql.conf')`,
    `copy videos to program 'cat'`,
    'alter system set fsync = off',
    'create role mine',
    'create database mine',
    'delete from migrations',
    'delete from audit_log',
    `update audit_log set admin = 'Nobody'`,
    'update audit_log set at = now()',
  ])('cannot %s', async (sql) => {
    await expect(test.database.pool.query(sql)).rejects.toMatchObject({ code: insufficientPrivilege });
  });

  it('may count failed attempts in the audit log, and change nothing else there', async () => {
    const { pool } = test.database;
    const insert = (action: string) =>
      pool.query(
        `insert into audit_log (admin, action, entity, entity_id, after) values ('Mara', $1, 'admin', '1', '{}')`,
        [action],
      );
    await insert('failed_login');
    await pool.query(`update audit_log set after = '{"attempts": 2}' where action = 'failed_login'`);
    await insert('login');
    await expect(pool.query(`update audit_log set after = null where action = 'login'`)).rejects.toThrow('not changed');
  });

  it('may use the rows of tables that were added later', async () => {
    await test.database.pool.query('insert into later default values');
    expect((await test.database.pool.query('select id from later')).rows).toEqual([{ id: 1 }]);
  });
});

describe('a site', () => {
  it('connects as that role', async () => {
    const site = await startTestSite();
    const { rows } = await site.database.pool.query(
      `select distinct usename from pg_stat_activity
       where datname = current_database() and application_name in ('marquee', 'marquee index', 'marquee jobs')`,
    );
    await site.stop();
    expect(rows).toEqual([{ usename: embeddedSiteRole }]);
  });

  it.each([
    ['a superuser', () => prepared.serverUrl, true],
    ['that role', () => prepared.siteServerUrl, false],
  ])('knows that DATABASE_URL is %s', async (_role, databaseUrl, isSuperuser) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'marquee-roles-'));
    expect(await openServer({ databaseUrl: databaseUrl(), dataDir })).toMatchObject({
      isSuperuser,
      siteRole: undefined,
    });
    const both = { databaseUrl: prepared.siteServerUrl, databaseOwnerUrl: prepared.serverUrl, dataDir };
    expect(await openServer(both)).toMatchObject({ siteRole: embeddedSiteRole });
    rmSync(dataDir, { recursive: true });
  });
});
