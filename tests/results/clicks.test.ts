/** Clicks that lead away: what is counted for whom, and that nothing is kept about visitors. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countResults } from '#domain/results/results.ts';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let cookie: string;
beforeAll(async () => {
  site = await startTestSite();
  ({ cookie } = await createSignedInAdmin(site, 'main_admin'));
  call = callerOf(site, cookie);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.database.db.deleteFrom('daily_results').execute();
  await site.database.db.deleteFrom('video_clicks').execute();
});

/** A visitor of their own, who has opened a page. */
let visitors = 0;
const visit = async (userAgent = `${browser} ${++visitors}`) => {
  await site.app.inject({ url: '/our-network', headers: { 'user-agent': userAgent } });
  return (kind: string, target: number | string, headers: Record<string, string> = {}) =>
    site.app.inject({
      method: 'POST',
      url: '/api/clicks',
      headers: { 'user-agent': userAgent, ...headers },
      payload: { kind, target: String(target), openMs: 3000 },
    });
};

const partner = async (name: string) => {
  const { id } = await site.database.db
    .insertInto('partners')
    .values({ name, url: `https://${name.toLowerCase()}.example/`, active: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const source = async (name: string, videoIds: number[]) => {
  const { db } = site.database;
  const { id } = await db
    .insertInto('import_sources')
    .values({ name, settings: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const video_id of videoIds)
    await sql`insert into import_items (source_id, key, video_id, version, fields, import_id)
      values (${id}, gen_random_uuid(), ${video_id}, 1, '', 1)`.execute(db);
  return id;
};

const results = async (query = '') => {
  await site.clicks.flush();
  return (await call('GET', `/results?${query}`)).json().results as Record<string, unknown>[];
};

it('are counted for the post, its network and its source', async () => {
  const reel = await partner('Reel');
  const video = await addVideo(site.database.db, { partnerId: reel });
  const other = await addVideo(site.database.db);
  const feed = await source('Reel feed', [video]);
  for (const kind of ['play', 'play', 'link', 'embed'])
    expect((await (await visit())(kind, video)).statusCode).toBe(200);
  await (await visit())('visit', 'https://reel.example/');
  await (await visit())('play', other);
  expect(await results()).toMatchObject([
    { _id: String(reel), name: 'Reel', clicks: 5, plays: 2, otherLinks: 1, embeds: 1, visits: 1 },
    { _id: null, clicks: 1, plays: 1 },
  ]);
  expect(await results('by=source')).toMatchObject([
    { _id: String(feed), name: 'Reel feed', clicks: 4, plays: 2, otherLinks: 1, embeds: 1, visits: 0 },
    { _id: null, clicks: 1 },
  ]);
  const totals = await site.database.db.selectFrom('video_clicks').selectAll().orderBy('video_id').execute();
  expect(totals).toEqual([
    { video_id: video, clicks: 4 },
    { video_id: other, clicks: 1 },
  ]);
});

it('set no cookie, and leave nothing that tells who clicked', async () => {
  const video = await addVideo(site.database.db);
  const response = await (await visit())('play', video, { 'x-forwarded-for': '203.0.113.77' });
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(response.headers['cache-control']).toBe('no-store');
  await site.clicks.flush();
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name in ('video_clicks', 'daily_results')
    order by 1`.execute(site.database.db);
  expect(columns.rows.map(({ name }) => name)).toEqual([
    'clicks',
    'day',
    'dead_posts',
    'embeds',
    'kind',
    'other_links',
    'plays',
    'posts',
    'removed',
    'subject_id',
    'video_id',
    'visits',
  ]);
});

it('of programs, of admins, of somebody who has opened no page, and the same again get an answer and are not counted', async () => {
  const video = await addVideo(site.database.db);
  const crawler = await visit('Mozilla/5.0 (compatible; examplebot/1.0)');
  const admin = await visit();
  const nobody = (userAgent: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/clicks',
      headers: { 'user-agent': userAgent },
      payload: { kind: 'play', target: String(video), openMs: 3000 },
    });
  const twice = await visit();
  const answers = [
    await crawler('play', video),
    await admin('play', video, { cookie }),
    await nobody(`${browser} nobody`),
    await twice('play', video),
    await twice('play', video),
  ];
  expect(answers.map(({ statusCode, payload }) => [statusCode, payload])).toEqual(
    Array(5).fill([200, '{"success":true}']),
  );
  await site.clicks.flush();
  expect(await site.database.db.selectFrom('video_clicks').selectAll().execute()).toEqual([
    { video_id: video, clicks: 1 },
  ]);
});

it('of posts that visitors don’t see, that don’t exist, and of unknown websites are not counted', async () => {
  const hidden = await addVideo(site.database.db);
  await site.database.db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', hidden).execute();
  for (const [kind, target] of [
    ['play', hidden],
    ['play', '999999999999'],
    ['visit', 'https://nobody.example/'],
  ] as const)
    expect((await (await visit())(kind, target)).statusCode).toBe(200);
  expect((await results()).filter(({ clicks }) => clicks !== 0)).toEqual([]);
});

it('come with posts, those that are dead and those that cases removed, which the job counts', async () => {
  const { db } = site.database;
  const boats = await partner('Boats');
  const [living, dead, removed, deleted] = [
    await addVideo(db, { partnerId: boats }),
    await addVideo(db, { partnerId: boats, link: 'https://clips.example/dead' }),
    await addVideo(db, { partnerId: boats }),
    await addVideo(db, { partnerId: boats }),
  ];
  await db
    .updateTable('videos')
    .set({ dead_links: ['https://clips.example/dead'] })
    .where('id', '=', dead)
    .execute();
  await db.updateTable('videos').set({ deleted_at: new Date() }).where('id', 'in', [removed, deleted]).execute();
  const { rows } = await sql<{ id: number }>`
    insert into cases (kind, token_hash, due_at, is_complete, details) values ('other', '\\x01', now(), true, '{}')
    returning id`.execute(db);
  await sql`insert into case_urls (case_id, position, url, video_id, decision, decided_at)
    values (${rows[0]?.id}, 1, '', ${removed}, 'remove', now())`.execute(db);
  await source('Boats feed', [living, dead]);
  const count = () => countResults(db, 'UTC');
  await count();
  await count();
  const boatsOf = (list: Record<string, unknown>[], name: string) => list.find((each) => each.name === name);
  expect(boatsOf(await results(), 'Boats')).toMatchObject({ posts: 2, deadPosts: 1, removed: 1, clicks: 0 });
  expect(boatsOf(await results('by=source'), 'Boats feed')).toMatchObject({ posts: 2, deadPosts: 1, removed: 0 });
  // The decision is undone.
  await sql`update case_urls set decision = 'keep'`.execute(db);
  await count();
  expect(boatsOf(await results(), 'Boats')).toMatchObject({ removed: 0 });
  // The last post leaves.
  await db.updateTable('videos').set({ partner_id: null }).execute();
  await count();
  expect(boatsOf(await results(), 'Boats')).toBeUndefined();
});

it('come with the posts of a source that its feed still has, and with a network of which every post was removed', async () => {
  const { db } = site.database;
  const wrecks = await partner('Wrecks');
  const [living, takenDown] = [await addVideo(db), await addVideo(db, { partnerId: wrecks })];
  const feed = await source('Wrecks feed', [living, takenDown]);
  await db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', takenDown).execute();
  await sql`update import_items set taken_down = true where video_id = ${takenDown}`.execute(db);
  await db
    .insertInto('daily_results')
    .values({ day: dayBefore(40), kind: 'partner', subject_id: wrecks, removed: 7 })
    .execute();
  await countResults(db, 'UTC');
  expect((await results('by=source')).find(({ _id }) => _id === String(feed))).toMatchObject({ posts: 1 });
  expect((await results()).find(({ name }) => name === 'Wrecks')).toMatchObject({ posts: 0, removed: 7 });
});

const dayBefore = (days: number) => sql<string>`(now() at time zone 'UTC')::date - ${days}::integer`;

it('are shown for the chosen days, beside as many days before, and each day of one network or of all', async () => {
  const { db } = site.database;
  const dunes = await partner('Dunes');
  const isles = await partner('Isles');
  for (const [subject_id, ago, plays] of [
    [dunes, 0, 5],
    [dunes, 6, 3],
    [dunes, 7, 10],
    [dunes, 14, 99],
    [isles, 1, 2],
  ] as const)
    await db
      .insertInto('daily_results')
      .values({ day: dayBefore(ago), kind: 'partner', subject_id, plays })
      .execute();
  const withClicks = (await results('days=7')).filter(({ clicks }) => clicks !== 0);
  expect(withClicks).toMatchObject([
    { name: 'Dunes', clicks: 8, clicksBefore: 10 },
    { name: 'Isles', clicks: 2, clicksBefore: 0 },
  ]);
  const days = async (query: string) =>
    ((await call('GET', `/results/days?${query}`)).json().days as { clicks: number }[]).map(({ clicks }) => clicks);
  expect(await days('days=7')).toEqual([3, 0, 0, 0, 0, 2, 5]);
  expect(await days(`days=7&id=${isles}`)).toEqual([0, 0, 0, 0, 0, 2, 0]);

  const file = await call('GET', '/results/export?days=7&format=csv');
  const [headings, ...lines] = file.payload.replaceAll('"', '').trim().split(/\r?\n/);
  expect(headings).toContain('day,_id,name,posts,deadPosts,removed,plays,otherLinks,embeds,visits');
  // The job may count posts meanwhile.
  const ofPartners = lines.filter((line) => /Dunes|Isles/.test(line));
  expect(ofPartners.map((line) => line.split(',').slice(1).join(','))).toEqual([
    `${dunes},Dunes,,,0,3,0,0,0`,
    `${isles},Isles,,,0,2,0,0,0`,
    `${dunes},Dunes,,,0,5,0,0,0`,
  ]);
  const lineByLine = await call('GET', '/results/export?days=30&format=jsonl');
  expect(
    lineByLine.payload
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).plays)
      .filter((plays) => plays > 0),
  ).toEqual([99, 10, 3, 2, 5]);
});

it('are forgotten after 25 months', async () => {
  await site.database.db
    .insertInto('daily_results')
    .values([
      { day: dayBefore(800), kind: 'partner', subject_id: 0, plays: 1 },
      { day: dayBefore(700), kind: 'partner', subject_id: 0, plays: 1 },
    ])
    .execute();
  await countResults(site.database.db, 'UTC');
  const { rows } = await sql`select from daily_results where plays > 0`.execute(site.database.db);
  expect(rows).toHaveLength(1);
});
