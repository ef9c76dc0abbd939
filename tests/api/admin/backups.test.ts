/** Backups in the back-office: made by the jobs of the running site, requested, and seen when they fail. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

type Call = ReturnType<typeof callerOf>;

describe('on a site with BACKUP_TO', () => {
  let folder: string;
  let site: TestSite;
  let call: Call;
  let username: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-backups-'));
    site = await startTestSite({ backupTo: { kind: 'folder', path: folder }, rateLimit: 1000 }, { runsJobs: true });
    const admin = await createSignedInAdmin(site, 'main_admin');
    username = admin.username;
    call = callerOf(site, admin.cookie);
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true });
  });

  const backups = async () => (await call('GET', '/backups')).json();
  const whenDone = () => expect.poll(backups).toMatchObject({ unfinished: null, lastSuccess: { error: null } });

  it('the first start makes one, because none has been made at the last hour', async () => {
    await whenDone();
    const { lastSuccess, nextAt, isConfigured, lastFailure } = await backups();
    expect(readdirSync(folder)).toEqual([lastSuccess.name]);
    expect(lastSuccess).toMatchObject({ requestedBy: null, bytes: expect.any(Number), videos: 0 });
    expect(new Date(nextAt).getUTCHours()).toBe(2);
    expect(new Date(nextAt).getTime()).toBeGreaterThan(Date.now());
    expect([isConfigured, lastFailure]).toEqual([true, null]);
  });

  it('the metrics tell when that was', async () => {
    const { lastSuccess } = await backups();
    const metrics = await (await fetch(site.metricsUrl ?? '')).text();
    const started = new Date(lastSuccess.startedAt).getTime() / 1000;
    expect(metrics).toContain(`\nmarquee_backup_last_success_timestamp_seconds ${started}\n`);
    expect(metrics).toContain(`\nmarquee_backup_last_bytes ${lastSuccess.bytes}\n`);
  });

  it('a main admin has another one made, one at a time, which is in the audit log', async () => {
    const [first, second] = await Promise.all([call('POST', '/backups'), call('POST', '/backups')]);
    const [started, refused] = first.statusCode === 200 ? [first, second] : [second, first];
    expect(started.json().backup).toMatchObject({ requestedBy: username, finishedAt: null });
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'A backup is already being made.']);
    await whenDone();
    const { _id, name } = started.json().backup;
    expect((await backups()).backups[0]).toMatchObject({ _id, name, requestedBy: username, error: null });
    expect(readdirSync(folder)).toContain(name);
    const { entries } = (await call('GET', '/audit')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'create', entity: 'backup', entityId: _id, admin: username, after: { name } }),
    );
  });

  it('may be requested ten times an hour', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await call('POST', '/backups')).statusCode);
    expect(statuses.at(-1)).toBe(429);
    await whenDone();
  });
});

describe('on a site without', () => {
  let site: TestSite;
  let call: Call;
  beforeAll(async () => {
    site = await startTestSite();
    call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  });
  afterAll(() => site.stop());

  const problemOf = async (caller: Call) => (await caller('GET', '/dashboard/stats')).json().backupProblem;

  it('none can be made, and nobody is alarmed', async () => {
    const refused = await call('POST', '/backups');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'No node makes backups yet: set BACKUP_TO on one, and restart it.',
    ]);
    expect((await call('GET', '/backups')).json()).toMatchObject({ isConfigured: false, nextAt: null, backups: [] });
    expect(await problemOf(call)).toBeUndefined();
  });

  it('one that failed is on the dashboard, with its reason for main admins alone', async () => {
    const row = { name: 'a.backup', node: 'attic', finished_at: new Date(), error: 'The attic is full.' };
    await site.database.db.insertInto('backups').values(row).execute();
    expect(await problemOf(call)).toMatch(
      /^The backup of .+ UTC on attic failed: The attic is full\. There is no good one/,
    );
    const other = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
    expect(await problemOf(other)).toBe('Backups are failing. Tell a main admin.');
  });

  it('one that was requested waits for a node that makes backups', async () => {
    expect((await call('POST', '/backups')).statusCode).toBe(200);
    expect((await call('GET', '/backups')).json().unfinished).toMatchObject({ node: null });
    await site.database.db
      .updateTable('backups')
      .set({ alive_at: new Date(Date.now() - 180_000) })
      .where('finished_at', 'is', null)
      .execute();
    expect((await call('POST', '/backups')).statusCode).toBe(200);
    expect((await call('GET', '/backups')).json().lastFailure).toMatchObject({
      error: 'no node has started it: set BACKUP_TO on one, and restart it',
    });
  });
});
