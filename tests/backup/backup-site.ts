import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createAdmin } from '#domain/accounts/admins.ts';
import { type BackupRunnerOptions, createBackupRunner } from '#domain/backup/backup-runner.ts';
import type { BackupTarget } from '#domain/backup/backup-target.ts';
import { listBackups, readBackups } from '#domain/backup/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

export const nodeName = 'attic';
export const siteIdentity = { siteName: 'Marquee', siteUrl: 'https://example.com' };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

let test: TestDatabase;

/** A database with a main admin, for all tests of a file. */
export const openBackupDatabase = () => {
  beforeAll(async () => {
    test = await createTestDatabase();
    await createAdmin(test.database.db, {
      username: 'owner',
      email: 'owner@example.com',
      password: 'a long test password',
      role: 'main_admin',
      createdBy: null,
    });
  });
  afterAll(() => test.drop());
};

/** A folder for one test, and the database without what another test has left in it. */
export const backupSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-scheduled-'));
  const { db } = test.database;
  await test.owner.pool.query('delete from backups; delete from outbox; delete from settings; delete from videos');
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const runner = (
    target: BackupTarget = { kind: 'folder', path: folder },
    options: Partial<BackupRunnerOptions> = {},
  ) => {
    const created = createBackupRunner({
      db,
      databaseUrl: test.url,
      target,
      node: nodeName,
      site: siteIdentity,
      logger: quiet,
      ...options,
    });
    onTestFinished(created.stop);
    return created;
  };
  const whenDone = () => expect.poll(async () => (await readBackups(db)).unfinished).toBeUndefined();

  return {
    ...test,
    db,
    folder,
    runner,
    whenDone,
    /** Runs what is due and waits for its end. */
    run: async (now?: Date, ...how: Parameters<typeof runner>) => {
      await runner(...how).runDue(now);
      await whenDone();
      return (await listBackups(db, 1))[0];
    },
    backups: () => listBackups(db, 1000),
    mails: () => db.selectFrom('outbox').select(['recipient', 'subject', 'body']).orderBy('id').execute(),
  };
};
