import { afterAll, beforeAll, expect, test } from 'vitest';
import { SiteSettings } from '#contract/settings.ts';
import { slugOf } from '#contract/values/names.ts';
import { featuredPerformers } from '#domain/demo/invented-texts.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rowDigests, schemaState } from './schema-state.ts';

const now = new Date('2026-03-14T15:09:26Z');
const tables =
  'tags performers videos video_views video_tags video_performers hourly_views hourly_view_totals partners channels file_links'.split(
    ' ',
  );

let ground: TestDatabase;
let schemaBefore: string[];

const query = async <Row extends object>(sql: string) => (await ground.owner.pool.query<Row>(sql)).rows;
const count = async (what: string) => (await query<{ n: number }>(`select count(*) as n from ${what}`))[0]?.n;

beforeAll(async () => {
  ground = await createTestDatabase();
  schemaBefore = await schemaState(ground.owner.pool);
  expect(await seedDemo(ground.owner.pool, { now })).toBe(true);
});
afterAll(() => ground.drop());

test('it has the documented number of everything', async () => {
  expect(await count('videos')).toBe(2000);
  expect(await count('tags')).toBe(300);
  expect(await count('performers')).toBe(200);
  expect(await count('partners where active')).toBe(10);
  expect(await count('partners where not active and submitted_at is not null and email is not null')).toBe(2);
  expect(await count('channels')).toBe(9);
  expect(await count('file_links')).toBe(12);
  expect(await count(`videos where category = 'indian'`)).toBeGreaterThan(300);
  expect(await count(`videos where category = 'hijabi'`)).toBeGreaterThan(200);
  expect(await count('tags where not exists (select from video_tags where tag_id = id)')).toBe(0);
  expect(await count('performers where not exists (select from video_performers where performer_id = id)')).toBe(0);
});

test('every category’s default search word finds at least two pages', async () => {
  const words = 'big lesbian milf sis desi indian boobs porn family teen tits step bad ass room mom girl'.split(' ');
  const found = await query<{ slug: string; n: number }>(
    `select slug, count(*) as n from tags join video_tags on tag_id = id group by slug`,
  );
  const bySlug = new Map(found.map(({ slug, n }) => [slug, n]));
  expect(words.filter((word) => (bySlug.get(word) ?? 0) < 40)).toEqual([]);
});

test('it has the built-in tags of the site', async () => {
  const builtIn =
    'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen mature amateur';
  const slugs = new Set((await query<{ slug: string }>('select slug from tags')).map(({ slug }) => slug));
  expect(builtIn.split(' ').filter((slug) => !slugs.has(slug))).toEqual([]);
});

test('slugs follow the site’s rule', async () => {
  const named = await query<{ slug: string; name: string }>('select slug, name from performers');
  expect(named.filter(({ slug, name }) => slug !== slugOf(name))).toEqual([]);
  const tags = await query<{ slug: string; name: string }>(`select slug, replace(name, 'é', 'e') as name from tags`);
  const joined = (text: string) => text.replaceAll('-', '');
  expect(tags.filter(({ slug, name }) => joined(slug) !== joined(slugOf(name)))).toEqual([]);
});

test('titles and descriptions are unique, and descriptions are long enough for a meta description', async () => {
  expect((await query<{ n: number }>('select count(distinct lower(title)) as n from videos'))[0]?.n).toBe(2000);
  expect((await query<{ n: number }>('select count(distinct description) as n from videos'))[0]?.n).toBe(2000);
  expect(await count('videos where length(description) <= 160')).toBe(0);
});

test('every URL is of example.com or of generated art', async () => {
  expect(await count(`videos where link <> 'https://example.com/watch/' || id`)).toBe(0);
  expect(await count(`videos where iframe_url not in ('', 'https://example.com/embed/' || id)`)).toBe(0);
  expect(await count(`videos where iframe_url <> ''`)).toBeGreaterThan(400);
  expect(await count(`videos where image_url !~ '^/art/[0-9]+\\.svg$'`)).toBe(0);
  expect(await count(`performers where image_url !~ '^(/art/performer/[0-9]+\\.svg)?$'`)).toBe(0);
  expect(await count(`performers where image_url = ''`)).toBeGreaterThan(20);
  const urls = `(select url from partners union all select url from channels union all select url from file_links)`;
  expect(await count(`${urls} as of_all where url !~ '^https://example\\.com/'`)).toBe(0);
  expect(await count(`partners where logo !~ '^/art/logo/[0-9]+\\.svg$'`)).toBe(0);
});

test('durations, views and publication times are distributed as on a real site', async () => {
  const [facts] = await query<Record<string, number>>(
    `select min(minutes) as shortest, max(minutes) as longest, count(*) filter (where minutes is null) as unknown,
            min(total) as least, max(total) as most, count(*) filter (where total < 200) as rarely,
            count(distinct least(round(total / 2.0), 100)) as percentages,
            extract(epoch from $$${now.toISOString()}$$ - max(published_at))::int as newest,
            extract(epoch from $$${now.toISOString()}$$ - min(published_at))::int as oldest
     from videos join video_views on video_id = id`,
  );
  expect(facts?.shortest).toBe(1);
  expect(facts?.longest).toBeGreaterThan(140);
  expect(facts?.longest).toBeLessThanOrEqual(150);
  expect(facts?.unknown).toBeGreaterThan(15);
  expect(facts?.unknown).toBeLessThan(80);
  expect(facts?.least).toBe(0);
  expect(facts?.most).toBeGreaterThan(1_000_000);
  expect(facts?.rarely).toBeGreaterThan(500);
  expect(facts?.percentages).toBeGreaterThan(60);
  expect(facts?.newest).toBeGreaterThanOrEqual(0);
  expect(facts?.newest).toBeLessThan(3 * 3600);
  expect(facts?.oldest).toBeLessThanOrEqual(400 * 24 * 3600);
  expect(facts?.oldest).toBeGreaterThan(380 * 24 * 3600);
});

test('tags and performers are as old as their first use, and a few are of the last week', async () => {
  for (const [table, links, key] of [
    ['tags', 'video_tags', 'tag_id'],
    ['performers', 'video_performers', 'performer_id'],
  ]) {
    const firstUse = `(select min(published_at) from videos v join ${links} l on l.video_id = v.id where l.${key} = t.id)`;
    expect(await count(`${table} t where created_at <> ${firstUse}`)).toBe(0);
    const young = await count(`${table} where created_at > timestamptz '${now.toISOString()}' - interval '7 days'`);
    expect(young).toBeGreaterThan(2);
    expect(young).toBeLessThan(15);
  }
});

test('hourly views match the totals and never precede publication', async () => {
  const rows = await count('hourly_views');
  expect(rows).toBeGreaterThan(20_000);
  expect(rows).toBeLessThan(30_000);
  expect(await count('hourly_view_totals')).toBe(720);
  expect(
    await count(`(select hour, sum(views) from hourly_views group by hour
      except select hour, views from hourly_view_totals) as differing`),
  ).toBe(0);
  expect(await count(`hourly_views join videos on id = video_id where hour < date_trunc('hour', published_at)`)).toBe(
    0,
  );
  expect(await count(`hourly_views where hour > '${now.toISOString()}'`)).toBe(0);
  expect(
    await count(`video_views v where total < (select sum(views) from hourly_views h where h.video_id = v.video_id)`),
  ).toBe(0);
});

test('an age is never combined with another word of the built-in lists', async () => {
  const joined = await query<{ slug: string }>(
    `select distinct other.slug from tags teen
     join video_tags a on a.tag_id = teen.id join video_tags b using (video_id) join tags other on other.id = b.tag_id
     where teen.slug = 'teen' and other.slug in ('big', 'lesbian', 'milf', 'sis', 'desi', 'indian', 'boobs', 'porn',
       'family', 'tits', 'step', 'bad', 'ass', 'room', 'mom', 'girl', 'hardcore', 'big-tits', 'big-boobs', 'small-tits',
       'big-ass', 'threesum', 'white', 'black', 'asian', 'latina', 'blonde', 'brunette', 'redhead', 'mature', 'amateur')`,
  );
  expect(joined).toEqual([]);
});

test('the featured performers of the settings are the demo’s', () => {
  expect(featuredPerformers).toHaveLength(11);
  expect(SiteSettings.properties.featuredPerformers).toMatchObject({ default: featuredPerformers.map(slugOf) });
});

test('ids continue after the demo', async () => {
  const [video] = await query<{ id: number }>(
    `insert into videos (title, image_url, link, category) values ('x', 'x', 'x', 'viral') returning id`,
  );
  await query('delete from videos where id = (select max(id) from videos)');
  const [tag] = await query<{ id: number }>(`insert into tags (slug, name) values ('new-one', 'x') returning id`);
  await query(`delete from tags where slug = 'new-one'`);
  expect([video?.id, tag?.id]).toEqual([2001, 301]);
});

test('it restores constraints, indexes and triggers', async () => {
  expect(await schemaState(ground.owner.pool)).toEqual(schemaBefore);
});

test('it leaves a catalogue with videos alone', async () => {
  const before = await rowDigests(ground.owner.pool, tables);
  expect(await seedDemo(ground.owner.pool, { now: new Date() })).toBe(false);
  expect(await rowDigests(ground.owner.pool, tables)).toEqual(before);
});

test('concurrent seeds load the same demo once, and add one entry to the change log', async () => {
  const fresh = await createTestDatabase();
  const { pool } = fresh.owner;
  const reader = await pool.connect();
  await reader.query('begin; select from tags');
  const seeding = Promise.all([1, 2].map(() => seedDemo(pool, { now })));
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*) as waiting from pg_locks join pg_database d on d.oid = database
       where datname = current_database() and not granted and mode = 'AccessExclusiveLock'`,
      );
      return rows[0]?.waiting;
    })
    .toBe(2);
  await reader.query('commit');
  reader.release();
  const answers = await seeding;
  const { rows } = await pool.query('select entity, entity_id from change_log');
  const digests = await rowDigests(pool, tables);
  await fresh.drop();
  expect(answers.sort()).toEqual([false, true]);
  expect(rows).toEqual([{ entity: 'catalogue', entity_id: 'all' }]);
  expect(digests).toEqual(await rowDigests(ground.owner.pool, tables));
});
