import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchBackups } from '#domain/backup/backup-runner.ts';
import { readBackups } from '#domain/backup/backups.ts';
import { checkBackup } from '#domain/backup/check-backup.ts';
import { dayMs } from '#domain/day.ts';
import { addVideo } from '../support/catalogue.ts';
import { backupSite, nodeName, openBackupDatabase, siteIdentity } from './backup-site.ts';

openBackupDatabase();

const hourMs = 3600 * 1000;
const night = new Date('2026-11-17T02:00:00Z');
const later = (ms: number) => new Date(night.getTime() + ms);

describe('a scheduled backup', () => {
  it('is a checked file that only its owner can read, and a row', async () => {
    const site = await backupSite();
    await addVideo(site.db, { title: 'Glass and rain' });
    const backup = await site.run(night);
    const path = join(site.folder, backup?.name ?? '');
    const { size, mode } = statSync(path);
    expect(backup).toMatchObject({ node: nodeName, requestedBy: null, bytes: size, videos: 1, error: null });
    expect(mode & 0o777).toBe(0o600);
    expect(readdirSync(site.folder)).toEqual([backup?.name]);
    expect(await checkBackup({ path })).toMatchObject({ header: { tables: expect.any(Array) } });
  });

  it('is made once a day', async () => {
    const site = await backupSite();
    for (const now of [night, later(hourMs), later(dayMs - 1), later(dayMs), later(dayMs + hourMs)])
      await site.run(now);
    expect((await site.backups()).map(({ startedAt }) => startedAt)).toEqual([later(dayMs), night]);
  });

  it('is made once, however many nodes there are', async () => {
    const site = await backupSite();
    const nodes = [1, 2, 3, 4].map(() => site.runner());
    await Promise.all(nodes.map((node) => node.runDue(night)));
    await site.whenDone();
    expect(await site.backups()).toMatchObject([{ error: null }]);
  });

  it('is not made where there is no target, and not while it is switched off', async () => {
    const site = await backupSite();
    await site.runner(undefined, { target: undefined }).runDue(night);
    const value = JSON.stringify({ backups: { hour: null, days: 7, weeks: 4, months: 12 } });
    await site.db.insertInto('settings').values({ key: 'site', value }).execute();
    await site.runner().runDue(night);
    expect(await site.backups()).toEqual([]);
  });

  it('does not tell a copy of the site of backups, which it would remove', async () => {
    const site = await backupSite();
    const backup = await site.run(night);
    const { header } = await checkBackup({ path: join(site.folder, backup?.name ?? '') });
    const tables = header.tables.map(({ name }) => name);
    expect(tables).toContain('videos');
    expect(tables).not.toContain('backups');
  });

  it('is taken back when the site stops, and made by the next start', async () => {
    const site = await backupSite();
    const removed = join(site.folder, 'removed');
    const node = site.runner({ kind: 'command', command: 'sleep 60', removeCommand: `touch '${removed}'` });
    await node.runDue(night);
    expect((await readBackups(site.db)).unfinished).toMatchObject({ node: nodeName });
    await node.stop();
    expect(await site.backups()).toEqual([]);
    expect(existsSync(removed)).toBe(true);
    expect(await site.run(night)).toMatchObject({ error: null });
  });
});

describe('retention', () => {
  it('removes what is too old, and nothing that is not a backup of this site', async () => {
    const site = await backupSite();
    const others = ['holiday.jpg', 'marquee-2026-01-01T02-00-00Z-0000.backup', 'site.backup.12345678.unfinished'];
    for (const name of others) writeFileSync(join(site.folder, name), 'mine');
    mkdirSync(join(site.folder, 'folder'));
    const value = JSON.stringify({ backups: { hour: 2, days: 2, weeks: 0, months: 0 } });
    await site.db.insertInto('settings').values({ key: 'site', value }).execute();
    for (const n of [0, 1, 2, 3]) await site.run(later(n * dayMs));
    await expect.poll(async () => (await site.backups()).filter(({ removedAt }) => removedAt)).toHaveLength(2);
    const [newest, second, third, oldest] = await site.backups();
    expect([third?.removedAt, oldest?.removedAt]).toEqual([expect.any(Date), expect.any(Date)]);
    expect(readdirSync(site.folder).sort()).toEqual([...others, 'folder', newest?.name, second?.name].sort());
  });

  it('has the command of BACKUP_REMOVE run', async () => {
    const site = await backupSite();
    const path = `'${site.folder}'/$BACKUP_NAME`;
    const target = { kind: 'command', command: `cat > ${path}`, removeCommand: `rm ${path}` } as const;
    const value = JSON.stringify({ backups: { hour: 2, days: 1, weeks: 0, months: 0 } });
    await site.db.insertInto('settings').values({ key: 'site', value }).execute();
    await site.run(night, target);
    const { name = '' } = (await site.run(later(2 * dayMs), target)) ?? {};
    await expect.poll(() => readdirSync(site.folder)).toEqual([name]);
    expect(await checkBackup({ path: join(site.folder, name) })).toHaveProperty('header');
  });
});

describe('a backup fails', () => {
  it.each([
    [
      'when the command fails, with its last words',
      'cat >/dev/null; echo "quota of $BACKUP_NAME" >&2; exit 3',
      /exit code 3: quota of marquee-/,
    ],
    ['when the command reads nothing', 'true', /ended before it had read the whole backup/],
    ['when the command stops reading', 'head -c 10 >/dev/null', /ended before it had read the whole backup/],
    ['when there is no such command', 'no-such-command', /exit code 127/],
    ['when the command hangs', 'sleep 60', /hung for 0 minutes and was ended/, { hangMs: 500 }],
    ['when the command never ends', 'cat >/dev/null; sleep 60', /hung for 0 min.+ ended/, { hangMs: 500 }],
  ])('%s', async (_when, command, error, options?) => {
    const site = await backupSite();
    const backup = await site.run(night, { kind: 'command', command, removeCommand: undefined }, options);
    expect(backup).toMatchObject({ error: expect.stringMatching(error), bytes: null });
  });

  it('without the folder, which is not created: it may be a disk that is not mounted', async () => {
    const site = await backupSite();
    const path = join(site.folder, 'disk');
    const { error } = (await site.run(night, { kind: 'folder', path })) ?? {};
    expect(error).toBe(`There is no folder ${path}: create it, or mount its disk.`);
    expect(existsSync(path)).toBe(false);
  });

  it('before it fills the disk', async () => {
    const site = await backupSite();
    await site.run(night);
    await site.db
      .updateTable('backups')
      .set({ bytes: 2 ** 52 })
      .execute();
    const { error } = (await site.run(later(dayMs))) ?? {};
    expect(error).toMatch(/^.+ has [\d.]+ [KMGT]B left, \d+ TB less than the last backup needed: free some/);
    expect(readdirSync(site.folder)).toHaveLength(1);
  });

  it('when its node was killed; the next one removes what it has left', async () => {
    const site = await backupSite();
    await site.db
      .insertInto('backups')
      .values({ name: 'a.backup', node: 'lost', target: site.folder, started_at: night, alive_at: later(-hourMs) })
      .execute();
    for (const name of ['a.backup.0123abcd.unfinished', 'b.backup.0123abcd.unfinished'])
      writeFileSync(join(site.folder, name), '');
    await watchBackups(site.db, siteIdentity);
    expect(await site.backups()).toMatchObject([{ error: 'the site on lost was killed while writing it' }]);
    const { name } = (await site.run(later(hourMs))) ?? {};
    expect(readdirSync(site.folder).sort()).toEqual(['b.backup.0123abcd.unfinished', name].sort());
  });
});

describe('the alarm', () => {
  const failing = { kind: 'folder', path: '/nowhere' } as const;

  it('is one email per streak of failures, and one when backups work again', async () => {
    const site = await backupSite();
    await site.run(night, failing);
    await site.run(later(hourMs), failing);
    await site.run(later(hourMs + 60_000), failing);
    expect(await site.backups()).toHaveLength(2);
    await watchBackups(site.db, siteIdentity);
    expect(await site.mails()).toMatchObject([
      { recipient: 'owner@example.com', subject: 'Backups of Marquee are failing' },
    ]);
    await site.run(later(2 * hourMs));
    await site.run(later(dayMs));
    await site.run(later(2 * dayMs), failing);
    const subjects = (await site.mails()).map(({ subject }) => subject);
    expect(subjects).toEqual([
      'Backups of Marquee are failing',
      'Backups of Marquee work again',
      'Backups of Marquee are failing',
    ]);
  });

  it('says what failed, where, and which is the last good one', async () => {
    const site = await backupSite();
    const good = await site.run(night);
    await site.run(later(dayMs), failing);
    const { problem } = await readBackups(site.db, later(dayMs));
    expect(problem).toBe(
      `The backup of 18 November 2026 at 02:00 UTC on ${nodeName} failed: There is no folder /nowhere: create it, or mount its disk. The last good one was made on 17 November 2026 at 02:00 UTC. The next one is due on 18 November 2026 at 03:00 UTC.`,
    );
    expect((await site.mails())[0]?.body).toContain('The last good one was made on 17 November 2026 at 02:00 UTC.');
    expect(good?.error).toBeNull();
  });

  it('says when the next one is due after a requested one has failed', async () => {
    const site = await backupSite();
    await site.run(night);
    await site.db
      .insertInto('backups')
      .values({
        name: 'a.backup',
        started_at: later(hourMs),
        finished_at: later(hourMs),
        error: 'no space',
        requested_by: 'owner',
      })
      .execute();
    const { problem, nextAt } = await readBackups(site.db, later(2 * hourMs));
    expect(nextAt).toEqual(later(dayMs));
    expect(problem).toMatch(/ The next one is due on 18 November 2026 at 02:00 UTC\.$/);
  });

  it('comes after 26 hours without a backup, but not while none are scheduled', async () => {
    const site = await backupSite();
    expect((await readBackups(site.db)).problem).toBeUndefined();
    await site.run(night);
    expect((await readBackups(site.db, later(26 * hourMs))).problem).toBeUndefined();
    expect((await readBackups(site.db, later(26 * hourMs + 1))).problem).toBe(
      'No backup has been made since 17 November 2026 at 02:00 UTC, although one is due every day at 02:00 UTC. Check that a node with BACKUP_TO is running, and what its log says.',
    );
    await site.db
      .updateTable('backups')
      .set({ started_at: new Date(Date.now() - 27 * hourMs) })
      .execute();
    await watchBackups(site.db, siteIdentity);
    await watchBackups(site.db, siteIdentity);
    expect(await site.mails()).toHaveLength(1);
    const value = JSON.stringify({ backups: { hour: null, days: 7, weeks: 4, months: 12 } });
    await site.db.insertInto('settings').values({ key: 'site', value }).execute();
    expect((await readBackups(site.db)).problem).toBeUndefined();
  });
});
