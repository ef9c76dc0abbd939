/** A counter-notice has a deadline of its own, which is seen and reminded of like that of a decision. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remindOfCases } from '#domain/cases/reminders.ts';
import { openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());
beforeEach(() => sql`delete from cases`.execute(site.database.db));

const hourMs = 3_600_000;
const read = async (id: string) => (await call('GET', `/removals/${id}`)).json().case;
const decide = async (id: string, decision: 'remove' | 'keep') => {
  const { urls } = await read(id);
  const ids = urls.map(({ _id }: { _id: string }) => _id);
  return call('POST', `/removals/${id}/decide`, { urls: ids, decision, reason: 'Because.' });
};

/** A removed URL with a counter-notice, which must be restored in so many hours. */
const counterNotice = async (hours: number): Promise<string> => {
  const id = await openCase(site, { kind: 'copyright', urls: ['https://elsewhere.example/pier'] });
  await decide(id, 'remove');
  const { urls } = await read(id);
  const entered = await call('POST', `/removals/${id}/counter-notices`, {
    urls: [urls[0]._id],
    name: 'Odo Poster',
    statement: 'It was a mistake. I swear it.',
    consentsToJurisdiction: true,
    receivedOn: new Date().toISOString().slice(0, 10),
  });
  expect(entered.statusCode, entered.body).toBe(200);
  const times = { restore_by: new Date(Date.now() + hours * hourMs), restorable_from: new Date(0) };
  await site.database.db.updateTable('counter_notices').set(times).where('case_id', '=', Number(id)).execute();
  return id;
};
const idsOf = async (query: string): Promise<string[]> =>
  (await call('GET', `/removals?${query}`)).json().cases.map(({ _id }: { _id: string }) => _id);
const waiting = async () => (await call('GET', '/dashboard/waiting')).json().waiting;

describe('who sent a counter-notice', () => {
  it('is told to moderators, and neither to ordinary admins nor by the audit log', async () => {
    const [stopped, restored] = [await counterNotice(48), await counterNotice(48)];
    for (const [id, path] of [
      [stopped, 'stop'],
      [restored, 'restore'],
    ] as const) {
      const [notice] = (await read(id)).counterNotices;
      const done = await call('POST', `/removals/${id}/counter-notices/${notice._id}/${path}`);
      expect(done.statusCode, done.body).toBe(200);
    }
    const admin = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
    const moderator = callerOf(site, (await createSignedInAdmin(site, 'moderator')).cookie);
    for (const id of [stopped, restored]) {
      expect((await moderator('GET', `/removals/${id}`)).body).toContain(
        'Counter-notice of Odo Poster. What it is about',
      );
      const shown = await admin('GET', `/removals/${id}`);
      expect([shown.statusCode, shown.body]).toEqual([200, expect.not.stringContaining('Odo')]);
      expect(shown.body).toContain('Counter-notice. What it is about will be restored between');
      const history = await admin('GET', `/audit?entity=case&entityId=${id}`);
      expect(history.json().entries.length).toBeGreaterThan(2);
      expect(history.body).not.toContain('Odo');
    }
    expect((await admin('GET', `/removals/${stopped}`)).body).toContain('The counter-notice is stopped.');
  });
});

describe('a counter-notice whose time ends', () => {
  it('is among the cases to decide by its deadline, once three days are left', async () => {
    const late = await openCase(site, { kind: 'other', dueInHours: 60 });
    const minor = await openCase(site, { kind: 'minor', dueInHours: 20 });
    const early = await counterNotice(200);
    const soon = await counterNotice(50);
    const over = await counterNotice(-1);
    expect(await idsOf('')).toEqual([minor, over, soon, late]);
    expect(await idsOf('limit=2&page=2')).toEqual([soon, late]);
    expect(await idsOf('kind=copyright')).toEqual([over, soon]);
    expect(await idsOf('overdue=yes')).toEqual([over]);
    expect(await idsOf('status=counter_notice')).toEqual([over, soon, early]);
    expect(await idsOf('status=counter_notice&overdue=yes')).toEqual([over]);
    expect((await call('GET', '/removals')).json().pagination).toMatchObject({ totalCount: 4 });
    expect(await waiting()).toMatchObject({
      cases: 4,
      overdueCases: 0,
      overdueCounterNotices: 1,
      endingCounterNotices: 1,
    });
  });

  it('comes before the later deadline of its own case, also while the reporter is asked', async () => {
    const id = await counterNotice(-1);
    const other = await openCase(site, { kind: 'other', dueInHours: -0.5 });
    await sql`update cases set status = 'asked', paused_at = now() where id = ${id}`.execute(site.database.db);
    expect(await idsOf('')).toEqual([id, other]);
  });

  it('needs nobody any more once it is restored, stopped, or kept by another decision', async () => {
    const [restored, stopped, kept] = [await counterNotice(-1), await counterNotice(-1), await counterNotice(-1)];
    const noticeOf = async (id: string) =>
      `/removals/${id}/counter-notices/${(await read(id)).counterNotices[0]._id as string}`;
    await call('POST', `${await noticeOf(restored)}/restore`, {});
    await call('POST', `${await noticeOf(stopped)}/stop`, {});
    expect(await waiting()).toMatchObject({ cases: 1, overdueCounterNotices: 1 });
    await decide(kept, 'keep');
    expect(await waiting()).toMatchObject({ cases: 0, overdueCounterNotices: 0 });
    expect(await idsOf('status=counter_notice')).toEqual([]);
  });

  it('is reminded of once at half of its time and once two hours before its end', async () => {
    const id = await counterNotice(1000);
    const { db } = site.database;
    const start = Date.now();
    const at = (hours: number) => new Date(start + hours * hourMs);
    const times = { received_at: at(0), restore_by: at(480) };
    await db.updateTable('counter_notices').set(times).where('case_id', '=', Number(id)).execute();
    const remind = (hours: number) =>
      remindOfCases(db, { siteName: 'Marquee', siteUrl: 'https://site.example' }, at(hours));
    expect(await remind(239)).toBe(0);
    expect(await remind(241)).toBe(1);
    expect(await remind(477)).toBe(0);
    expect(await remind(478.5)).toBe(1);
    expect(await remind(500)).toBe(0);
    const { rows } = await sql<{ subject: string; body: string }>`
      select subject, min(body) as body from outbox where event like ${`case ${id} reminder %`}
      group by subject order by min(id)`.execute(db);
    expect(rows.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('A counter-notice: half of the time has passed'),
      expect.stringContaining('A counter-notice: restore what was removed within two hours'),
    ]);
    expect(rows[1]?.body).toContain(`https://site.example/admin/removals/${id}`);
    // The signed file tells of them, too.
    const { body } = await call('GET', `/removals/${id}/export`);
    const file = JSON.parse(body).case;
    expect(file.entries.filter(({ kind }: { kind: string }) => kind === 'reminder')).toHaveLength(2);
    expect(file.emails.some(({ event }: { event: string }) => event.includes('reminder counter-notice end'))).toBe(
      true,
    );
  });
});
