/** Checks of what search engines see, started in the back-office. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

type Call = ReturnType<typeof callerOf>;

const newest = async (call: Call) => (await call('GET', '/seo-checks')).json().checks[0];

describe('on a site of a few pages', () => {
  let site: TestSite;
  let call: Call;
  let username: string;
  beforeAll(async () => {
    site = await startTestSite({ rateLimit: 20 });
    for (const title of ['Silver keys', 'SILVER KEYS'])
      await addVideo(site.database.db, { title, tags: ['keys'], performers: ['isla-torven'] });
    const admin = await createSignedInAdmin(site, 'admin');
    username = admin.username;
    call = callerOf(site, admin.cookie);
  });
  afterAll(() => site.stop());

  it('a check reads all pages, whatever the rate limit, and keeps its report', async () => {
    const started = (await call('POST', '/seo-checks')).json().check;
    expect(started).toMatchObject({ state: 'running', startedBy: username, pagesRead: 0, endedAt: null });
    await expect
      .poll(async () => (await site.database.db.selectFrom('seo_checks').select('state').execute())[0]?.state)
      .toBe('finished');
    const { check, report } = (
      await callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie)('GET', `/seo-checks/${started._id}`)
    ).json();
    expect(check.pagesRead).toBeGreaterThan(20);
    expect(check.pagesRead).toBe(check.pagesKnown);
    expect(report.isComplete).toBe(true);
    expect(report.counts).not.toHaveProperty('broken-link');
    expect(report.examples).toContainEqual(
      expect.objectContaining({ kind: 'duplicate-title', detail: expect.stringContaining('the same as /video/') }),
    );
    expect(check.problems).toBe(Object.values<number>(report.counts).reduce((sum, count) => sum + count, 0));
  });

  it('a token that is not the own one does not lift the rate limit', async () => {
    const statuses = [];
    for (let n = 0; n < 25; n++)
      statuses.push(
        (await fetch(`${site.url}/api/tags?n=${n}`, { headers: { 'x-seo-check': 'f'.repeat(64) } })).status,
      );
    expect(statuses).toContain(429);
  });
});

describe('on a large site', () => {
  let site: TestSite;
  let call: Call;
  beforeAll(async () => {
    site = await startTestSite({ seedDemo: true });
    call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  });
  afterAll(() => site.stop());

  it('one check runs at a time: it shows how far it is, can be cancelled, and is interrupted by stopping its site', async () => {
    const other = await startTestSite(site.sameDatabase);
    const onOther = callerOf(other, (await createSignedInAdmin(other, 'admin')).cookie);
    const first = await onOther('POST', '/seo-checks');
    expect(first.statusCode).toBe(200);
    const second = await call('POST', '/seo-checks');
    expect([second.statusCode, second.json().message]).toEqual([409, 'A check is already running.']);
    await expect.poll(async () => (await newest(call)).pagesRead).toBeGreaterThan(0);
    expect((await newest(call)).pagesKnown).toBeGreaterThan(100);

    const { _id } = first.json().check;
    expect((await call('POST', `/seo-checks/${_id}/cancel`)).statusCode).toBe(200);
    expect(await newest(call)).toMatchObject({ _id, state: 'cancelled', endedAt: expect.any(String) });
    const again = await call('POST', `/seo-checks/${_id}/cancel`);
    expect([again.statusCode, again.json().message]).toEqual([409, 'This check is not running.']);

    expect((await onOther('POST', '/seo-checks')).statusCode).toBe(200);
    await expect.poll(async () => (await newest(call)).pagesRead).toBeGreaterThan(0);
    await other.stop();
    expect((await newest(call)).state).toBe('interrupted');
    const cancelled = { check: { state: 'cancelled' }, report: null };
    expect((await call('GET', `/seo-checks/${_id}`)).json()).toMatchObject(cancelled);
  });

  it('a check whose process is gone is interrupted, and another one can be started', async () => {
    const alive_at = new Date(Date.now() - 180_000);
    await site.database.db.insertInto('seo_checks').values({ started_by: 'somebody', alive_at }).execute();
    expect(await newest(call)).toMatchObject({ state: 'interrupted', startedBy: 'somebody' });
    expect((await call('POST', '/seo-checks')).statusCode).toBe(200);
  });

  it('there is no check with an unknown id', async () => {
    expect((await call('GET', '/seo-checks/999999')).statusCode).toBe(404);
  });
});
