import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { failJob } from '../../support/failed-job.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

const hourMs = 3600_000;
const setZone = (timeZone: string) => call('PUT', '/settings', { timeZone });
const charts = async (days: number) => (await call('GET', `/dashboard/charts?days=${days}`)).json().charts;

/** Of which there is one view in each hour of two years. */
const lastHour = Math.floor(Date.now() / hourMs) * hourMs;
const hoursAgo = () => Math.floor(Date.now() / hourMs) - lastHour / hourMs;
const fillHours = () =>
  sql`insert into hourly_view_totals (hour, views)
    select hour, 1 from generate_series(${new Date(lastHour)}::timestamptz - interval '740 days',
      ${new Date(lastHour)}::timestamptz, interval '1 hour') as hour`.execute(site.database.db);

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const daysBefore = (day: string, days: number) => dayIn('UTC').format(Date.parse(day) - days * 24 * hourMs);
/** How many of these hours a clock in the zone has on each day. */
const hoursPerDay = (timeZone: string) => {
  const day = dayIn(timeZone);
  const counts = new Map<string, number>();
  for (let hour = lastHour - 740 * 24 * hourMs; hour <= lastHour; hour += hourMs) {
    const name = day.format(hour);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

it('has days that begin at midnight in the site’s time zone, with 23 and 25 hours when its clocks change', async () => {
  await fillHours();
  for (const timeZone of ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/New_York']) {
    expect((await setZone(timeZone)).statusCode).toBe(200);
    const expected = hoursPerDay(timeZone);
    for (const days of [7, 30, 90, 365]) {
      const before = dayIn(timeZone).format(Date.now());
      const { viewsPerDay, timeZone: shown } = await charts(days);
      expect([timeZone, shown, viewsPerDay.length]).toEqual([timeZone, timeZone, days]);
      const today = viewsPerDay.at(-1).day;
      // Midnight may pass meanwhile.
      expect([before, dayIn(timeZone).format(Date.now())]).toContain(today);
      const lastDays = Array.from({ length: days }, (_, n) => daysBefore(today, days - 1 - n));
      expect(viewsPerDay).toEqual(lastDays.map((day) => ({ day, views: expected.get(day) ?? 0 })));
    }
    if (timeZone === 'Europe/Berlin')
      expect(new Set(expected.values())).toEqual(new Set([...expected.values()].concat(23, 24, 25)));
  }
});

it('compares with as much time before: as many days, and as much of the last one as of today', async () => {
  await setZone('UTC');
  const lacking = [hoursAgo()];
  const { before, viewsPerDay } = await charts(7);
  lacking.push(hoursAgo());
  // One view in each hour: the same hours, but for the one that has just begun.
  const total = viewsPerDay.reduce((sum: number, { views }: { views: number }) => sum + views, 0);
  expect(lacking.flatMap((hours) => [total + hours, total + hours - 1])).toContain(before.views);
});

it('counts the posts of each day, and those of the range before', async () => {
  const { db } = site.database;
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 24 * hourMs);
  for (const days of [0, 1, 1, 8, 9, 400]) await addVideo(db, { publishedAt: ago(days) });
  await site.index.waitUntilIndexed();
  const { postsPerDay, before } = await charts(7);
  const posts = postsPerDay.map((day: { posts: number }) => day.posts);
  expect(posts.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
  expect(postsPerDay).toContainEqual({ day: dayIn('UTC').format(now), posts: 1 });
  expect(before.posts).toBe(2);
});

it('refuses other ranges, and zones that are not known by their name', async () => {
  expect((await call('GET', '/dashboard/charts?days=8')).statusCode).toBe(400);
  for (const timeZone of ['Europe/Nowhere', '+02:00', 'UTC+3', 'EST5EDT,M3.2.0,M11.1.0', '', "x' or 1=1"]) {
    const refused = await setZone(timeZone);
    expect([timeZone, refused.statusCode]).toEqual([timeZone, 400]);
  }
  expect((await setZone('+02:00')).json().message).toBe(
    'Choose a time zone by its name, such as UTC or Europe/Berlin.',
  );
  expect((await charts(30)).timeZone).toBe('UTC');
});

it('counts what waits and what failed: that of the system for main admins alone', async () => {
  const { db } = site.database;
  const admin = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  const waiting = async (caller: typeof call) => (await caller('GET', '/dashboard/waiting')).json().waiting;
  const noCounterNotices = { endingCounterNotices: 0, overdueCounterNotices: 0 };
  const noCases = { cases: 0, overdueCases: 0, stillPublic: 0, nextCaseDueAt: null, ...noCounterNotices };
  expect(await waiting(call)).toEqual({
    ...noCases,
    submissions: 0,
    mail: 0,
    systemProblems: expect.any(Number),
    systemFailures: expect.any(Number),
    bulkChanges: 0,
    deadPosts: 0,
    imports: 0,
  });
  const message = (event: string) => ({
    event,
    recipient: 'a@example.com',
    subject: 'x',
    body: 'x',
    status: 'failed' as const,
  });
  await db
    .insertInto('outbox')
    .values([
      message('one'),
      message('admin 1 two'),
      { ...message('old'), created_at: new Date(Date.now() - 8 * 24 * hourMs) },
    ])
    .execute();
  await db
    .insertInto('partners')
    .values({
      name: 'Waits',
      url: 'https://example.com',
      email: 'a@example.com',
      active: false,
      submitted_at: new Date(),
    })
    .execute();
  const at = new Date();
  const run = { job: 'purge-deleted', started_at: at, ended_at: at, succeeded_at: at };
  await db.insertInto('job_runs').values(run).execute();
  await failJob(db, 'no space left');
  expect(await waiting(call)).toEqual({
    ...noCases,
    submissions: 1,
    mail: 2,
    systemProblems: expect.any(Number),
    systemFailures: expect.any(Number),
    bulkChanges: 0,
    deadPosts: 0,
    imports: 0,
  });
  expect(await waiting(admin)).toEqual({
    ...noCases,
    submissions: 1,
    // Mail is for those who see reporters.
    mail: 0,
    systemProblems: 0,
    systemFailures: 0,
    bulkChanges: 0,
    deadPosts: 0,
    imports: 0,
  });
});
