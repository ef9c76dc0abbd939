import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { spawnUnsupervised, startUnsupervised } from '../../support/running-site.ts';

let test: TestDatabase;
let dataDir: string;
/** Holds a lock that the build of the index waits for. */
let blocker: pg.PoolClient;

beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-starting-'));
  blocker = await test.owner.pool.connect();
});
afterEach(async () => {
  blocker.release(true);
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a site that is stopped while it builds its index ends in order', async () => {
  await blocker.query('begin; lock table videos in access exclusive mode');
  const site = spawnUnsupervised({
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
    PORT: '0',
  });
  const isBuilding = async () => {
    const { rows } = await test.owner.pool.query(
      `select from pg_stat_activity
       where application_name = 'marquee index' and datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await expect.poll(isBuilding).toBe(true);
  site.process.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  expect(site.output().trim().split('\n').at(-1)).toContain('Schema up to date');
});

it('the first admin is created by a start that succeeds, which shows the password', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const env = { DATABASE_URL: test.url, DATABASE_OWNER_URL: test.ownerUrl, DATA_DIR: dataDir, SEED_DEMO: 'false' };
  const { port } = taken.address() as AddressInfo;
  expect(await spawnUnsupervised({ ...env, PORT: String(port) }).exit).toBe(1);
  expect((await test.owner.pool.query('select from admins')).rowCount).toBe(0);
  taken.close();
  const site = await startUnsupervised({ ...env, PORT: '0' });
  expect(site.output()).toMatch(/Main admin +\S+@\S+\n +Password +\S{24}/);
  site.process.kill('SIGTERM');
  expect(await site.exit).toBe(0);
});
