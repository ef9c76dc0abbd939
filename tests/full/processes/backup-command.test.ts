/** `marquee backup` and `marquee restore` that are told to stop. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { marquee, runCommand } from '../../support/running-site.ts';

let folder: string;
let site: TestDatabase;
const environment = ({ url, ownerUrl }: TestDatabase) => ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  DATA_DIR: join(folder, 'data'),
});
const backupFiles = () => readdirSync(folder).filter((name) => name.includes('.backup'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-backup-command-'));
  site = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.drop();
});

/** Whoever waits for it waits until the test has finished. */
const hold = async ({ owner }: TestDatabase, lock: string) => {
  const client = await owner.pool.connect();
  await client.query(`begin; ${lock}`);
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
};

it.each(['SIGINT', 'SIGTERM'] as const)('a backup that gets %s leaves no file', async (signal) => {
  await hold(site, 'lock table videos in access exclusive mode');
  const run = marquee(['backup', join(folder, 'site.backup')], environment(site));
  await expect.poll(backupFiles).toEqual([expect.stringMatching(/\.unfinished$/)]);
  run.process.kill(signal);
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('The backup was canceled: nothing was written.\n');
  expect(backupFiles()).toEqual([]);
});

it('a restore that gets SIGINT leaves the database empty', async () => {
  const path = join(folder, 'whole.backup');
  expect(await runCommand(['backup', path], environment(site))).toMatchObject({ status: 0 });
  const target = await createEmptyDatabase();
  onTestFinished(target.drop);
  await hold(target, "select pg_advisory_xact_lock(hashtext('marquee migrations'))");
  const run = marquee(['restore', path], environment(target));
  const isWaiting = async () => {
    const { rowCount } = await target.owner.pool.query(
      `select from pg_stat_activity where application_name = 'marquee restore' and datname = current_database()`,
    );
    return rowCount;
  };
  await expect.poll(isWaiting).toBe(1);
  run.process.kill('SIGINT');
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('The restore was canceled: the database is as empty as before.\n');
});
