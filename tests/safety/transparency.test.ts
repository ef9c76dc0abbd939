/** What became of the notices of a period: for admins always, for visitors if it is published. */
import { load } from 'cheerio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewCase, openCase } from '../support/open-case.ts';
import { completeNotice, reporterAt } from '../support/reports.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.database.db.deleteFrom('cases').execute();
});

const figures = async (query = '') => {
  const response = await call('GET', `/case-figures${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const decide = async (id: string, decision: 'remove' | 'keep', count: number) => {
  const { urls, version } = (await call('GET', `/removals/${id}`)).json().case;
  const chosen = urls.slice(0, count).map(({ _id }: { _id: string }) => _id);
  const body = { urls: chosen, decision, reason: 'Because.', version };
  const response = await call('POST', `/removals/${id}/decide`, body);
  expect(response.statusCode, response.body).toBe(200);
};
const object = (id: string) =>
  site.database.db
    .insertInto('case_entries')
    .values({ case_id: Number(id), kind: 'objection', is_public: true, details: null })
    .execute();
const urls = (count: number) => Array.from({ length: count }, (_, at) => `https://elsewhere.example/${at}`);
const received = (made: Partial<NewCase> = {}) => openCase(site, { kind: 'copyright', urls: urls(2), ...made });
/** A case that was decided so many hours after it was received, at a given time. */
const decidedAfter = async (hours: number, at = new Date()) => {
  const id = await received();
  const decidedAt = new Date(at.getTime() + hours * 3_600_000);
  const times = { received_at: at, decided_at: decidedAt, status: 'decided' as const };
  await site.database.db.updateTable('cases').set(times).where('id', '=', Number(id)).execute();
  return id;
};

describe('figures', () => {
  it('count notices, decisions and addresses by kind and together', async () => {
    const first = await received();
    await decide(first, 'remove', 1);
    await decide(first, 'keep', 2);
    const second = await received({ kind: 'minor', urls: urls(3) });
    await decide(second, 'remove', 3);
    await received({ kind: 'minor' });
    const { total, kinds } = await figures();
    expect(total).toMatchObject({ received: 3, decided: 2, removed: 3, kept: 2, objections: 0 });
    const minor = kinds.find(({ kind }: { kind: string }) => kind === 'minor');
    expect(minor).toMatchObject({ received: 2, decided: 1, removed: 3, kept: 0 });
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['intimate_image', 'minor', 'copyright', 'personal_data', 'dead_link', 'other'],
    ]);
  });

  it('count a notice that its reporter took back as withdrawn, and not as decided or kept', async () => {
    const sent = { ...completeNotice, kind: 'copyright', urls: urls(2).join(' '), incomplete: true };
    const { token } = (await reporterAt(site, '203.0.113.9')(sent)).json();
    const payload = { text: 'It was somebody else.' };
    const url = `/api/reports/${token}/withdrawal`;
    expect((await site.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
    await decide(await received(), 'keep', 2);
    expect((await figures()).total).toMatchObject({ received: 2, decided: 1, withdrawn: 1, removed: 0, kept: 2 });
  });

  it('have no median before there is a decision, and none is zero', async () => {
    await received();
    expect((await figures()).total.medianSeconds).toBeNull();
  });

  it.each([
    [[1, 5, 30], 5],
    [[2, 4], 3],
  ])('of decisions after %j hours have a median of %d hours', async (all, median) => {
    for (const hours of all) await decidedAfter(hours);
    await received();
    expect((await figures()).total.medianSeconds).toBe(median * 3600);
  });

  it('tell what became of objections: upheld, rejected or still open', async () => {
    for (const kind of ['copyright', 'other'] as const) {
      const changed = await received({ kind });
      await decide(changed, 'keep', 2);
      await object(changed);
      await decide(changed, 'remove', 1);
    }
    const stayed = await received();
    await decide(stayed, 'keep', 2);
    await object(stayed);
    await decide(stayed, 'keep', 2);
    await object(stayed);
    const { total } = await figures();
    expect(total).toMatchObject({ objections: 4, objectionsUpheld: 2, objectionsRejected: 1 });
  });

  it('count what a counter-notice restores as kept, and not as an answer to an objection, which stays open', async () => {
    const id = await received({ urls: urls(1) });
    await decide(id, 'remove', 1);
    const read = async () => (await call('GET', `/removals/${id}`)).json().case;
    const entered = await call('POST', `/removals/${id}/counter-notices`, {
      urls: [(await read()).urls[0]._id],
      name: 'Odo Poster',
      statement: 'It was a mistake. I swear it.',
      consentsToJurisdiction: true,
      receivedOn: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
    });
    await object(id);
    await site.database.db.updateTable('cases').set({ status: 'objected' }).where('id', '=', Number(id)).execute();
    const [notice] = entered.json().case.counterNotices;
    const restored = await call('POST', `/removals/${id}/counter-notices/${notice._id}/restore`, {});
    expect(restored.json().case).toMatchObject({ status: 'objected', urls: [{ decision: 'keep' }] });
    const { total } = await figures();
    expect(total).toMatchObject({ removed: 0, kept: 1, objections: 1, objectionsUpheld: 0, objectionsRejected: 0 });
  });

  it('belong to the day on which a notice was received, in the time zone of the site', async () => {
    await call('PUT', '/settings', { timeZone: 'Asia/Tokyo' });
    await decidedAfter(1, new Date('2026-03-09T15:30:00Z'));
    const receivedOn = async (day: string) => (await figures(`?from=${day}&to=${day}`)).total.received;
    expect([await receivedOn('2026-03-09'), await receivedOn('2026-03-10')]).toEqual([0, 1]);
    await call('PUT', '/settings', {});
    await expect.poll(() => receivedOn('2026-03-09')).toBe(1);
  });
});

describe('a period', () => {
  it.each([
    ['?from=2026-02-31', 'There is no such day.'],
    ['?from=2026-05-01&to=2026-04-30', /does not end before it begins/],
    ['?from=2001-01-01&to=2026-01-01', /at most 10 years/],
    ['?from=yesterday', /from must be a day/],
    ['?from=2026-01', /from must be a day/],
    ['?to=9999999-01-01', /to must be a day/],
  ])('%s is refused', async (query, sentence) => {
    const response = await call('GET', `/case-figures${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(sentence);
  });

  it('of visitors consists of whole months', async () => {
    await call('PUT', '/settings', { publishTransparency: true });
    await decidedAfter(1, new Date('2026-02-28T12:00:00Z'));
    const get = (query: string) => visit('GET', `/transparency${query}`);
    await expect.poll(async () => (await get('?from=2026-02&to=2026-02')).statusCode).toBe(200);
    expect((await get('?from=2026-02&to=2026-02')).json()).toMatchObject({ to: '2026-02-28', total: { received: 1 } });
    expect((await get('?from=2026-02-03')).statusCode).toBe(400);
    expect((await get('?from=2026-03&to=2026-02')).statusCode).toBe(400);
    await call('PUT', '/settings', {});
  });
});

it('visitors get nothing until it is published, and nobody gets anything personal', async () => {
  await received();
  expect((await visit('GET', '/transparency')).statusCode).toBe(404);
  expect((await visit('GET', '/case-figures')).statusCode).toBe(401);
  await call('PUT', '/settings', { publishTransparency: true });
  await expect.poll(async () => (await visit('GET', '/transparency')).statusCode).toBe(200);
  expect((await visit('GET', '/transparency')).body).not.toMatch(/ina|elsewhere|harbour/i);
  await call('PUT', '/settings', {});
  await expect.poll(async () => (await visit('GET', '/transparency')).statusCode).toBe(404);
});

describe('the page for visitors', () => {
  const read = async (path: string) => {
    const response = await fetch(site.url + path);
    return { status: response.status, $: load(await response.text()) };
  };
  const publish = async (publishTransparency: boolean) => {
    await call('PUT', '/settings', { publishTransparency });
    const status = publishTransparency ? 200 : 404;
    await expect.poll(async () => (await read('/transparency')).status).toBe(status);
  };

  it('does not exist until it is published, and no video is in its place', async () => {
    await publish(false);
    const { status, $ } = await read('/transparency');
    expect(status).toBe(404);
    expect($('h1').text()).toContain('404 - Page Not Found');
    expect($('main img').length).toBe(0);
    expect($.html()).not.toMatch(/\/video\/\d/);
    expect($('footer a[href="/transparency"]').length).toBe(0);
  });

  it('is in the footer once it is published, and has the figures of the months in its address', async () => {
    await publish(true);
    await decidedAfter(1, new Date('2026-02-15T12:00:00Z'));
    const footer = async () => (await read('/terms')).$('footer a[href="/transparency"]').text();
    await expect.poll(footer).toBe('Transparency');
    const figuresIn = async (query: string) => {
      const { $ } = await read(`/transparency${query}`);
      const row = $('tr').filter((_, line) => $(line).find('th').first().text().startsWith('Copyright'));
      return [$('input[name=from]').attr('value'), $('input[name=to]').attr('value'), row.find('td').first().text()];
    };
    expect(await figuresIn('?from=2020-01&to=2020-03')).toEqual(['2020-01', '2020-03', '0']);
    expect(await figuresIn('?from=2026-01&to=2026-02')).toEqual(['2026-01', '2026-02', '1']);
    await publish(false);
  });

  it('shows the usual period for one that is none', async () => {
    await publish(true);
    const periodOf = async (query: string) => {
      const { status, $ } = await read(`/transparency${query}`);
      return [status, $('input[name=from]').attr('value'), $('input[name=to]').attr('value')];
    };
    const queries = ['?from=2026-13', '?from=2026-05&to=2026-01', '?from=<script>', '?from=1000-01&to=3000-01'];
    const before = await periodOf('');
    const shown = await Promise.all(queries.map(periodOf));
    // A month may end meanwhile.
    const usual = [before, await periodOf('')];
    expect(before).toEqual([200, expect.stringMatching(/^\d{4}-\d\d$/), expect.stringMatching(/^\d{4}-\d\d$/)]);
    for (const [place, period] of shown.entries()) expect(usual, queries[place]).toContainEqual(period);
    await publish(false);
  });
});
