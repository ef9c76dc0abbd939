import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad, inBulkTransaction, type Progress, type Row } from '#domain/demo/bulk-load.ts';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { prepared } from '../support/prepared.ts';
import { rowDigests, schemaState } from './schema-state.ts';

const now = new Date('2026-03-14T15:09:26Z');
const tables = 'tags performers videos video_views video_tags video_performers'.split(' ');
const videos = 1000;

let ground: TestDatabase;
let schemaBefore: string[];
const progress: Progress[] = [];

const query = async <Row extends object>(sql: string) => (await ground.owner.pool.query<Row>(sql)).rows;
const count = async (what: string) => (await query<{ n: number }>(`select count(*) as n from ${what}`))[0]?.n ?? 0;

beforeAll(async () => {
  ground = await createTestDatabase();
  schemaBefore = await schemaState(ground.owner.pool);
  await generateCatalogue(ground.owner.pool, { videos, seed: 7, now, onProgress: (step) => progress.push(step) });
});
afterAll(() => ground.drop());

test('it loads the requested number of videos, with about 7.5 tags, 6 title words and 1.5 performers each', async () => {
  expect(await count('videos')).toBe(videos);
  expect(await count('video_views')).toBe(videos);
  expect((await count('video_tags')) / videos).toBeCloseTo(7.5, 0);
  expect((await count('video_performers')) / videos).toBeCloseTo(1.5, 0);
  expect((await count(`videos, regexp_split_to_table(title, ' ')`)) / videos).toBeCloseTo(6, 0);
});

test('a few tags are on many videos and most on few', async () => {
  const uses = await query<{ n: number }>(
    `select count(video_id) as n from tags left join video_tags on tag_id = id group by tags.id order by n desc`,
  );
  const median = uses[Math.floor(uses.length / 2)]?.n ?? 0;
  expect(uses[0]?.n).toBeGreaterThan(10 * median);
});

test('it restores constraints, indexes and triggers exactly', async () => {
  expect(await schemaState(ground.owner.pool)).toEqual(schemaBefore);
});

test('every link has a row', async () => {
  expect(await count('video_tags l where not exists (select from videos where id = l.video_id)')).toBe(0);
  expect(await count('video_tags l where not exists (select from tags where id = l.tag_id)')).toBe(0);
  expect(await count('video_performers l where not exists (select from performers where id = l.performer_id)')).toBe(0);
});

test('progress rises from the first step to 1', () => {
  const done = progress.map((step) => step.done);
  expect(done).toEqual(done.toSorted((one, other) => one - other));
  expect(done.at(-1)).toBe(1);
  expect(done.length).toBeGreaterThan(10);
});

test('the same seed gives the same catalogue, another seed another', async () => {
  const digestsOf = async (seed: number) => {
    const fresh = await createTestDatabase();
    await generateCatalogue(fresh.owner.pool, { videos, seed, now });
    const digests = await rowDigests(fresh.owner.pool, tables);
    await fresh.drop();
    return digests;
  };
  const first = await rowDigests(ground.owner.pool, tables);
  expect(await digestsOf(7)).toEqual(first);
  expect((await digestsOf(8)).videos).not.toBe(first.videos);
});

test('it adds to existing data: ids continue, tags and performers are reused, readers are notified', async () => {
  const fresh = await createTestDatabase(prepared.demoTemplate);
  const listener = await fresh.owner.pool.connect();
  const notified = new Promise((resolve) => listener.once('notification', ({ channel }) => resolve(channel)));
  await listener.query('listen marquee_changes');
  await generateCatalogue(fresh.owner.pool, { videos: 100, seed: 1, now });
  const { rows } = await fresh.owner.pool.query(
    `select (select count(*) from videos) as videos, (select max(id) from videos) as last,
            (select count(*) from tags) as tags, (select count(*) from change_log) as changes,
            (select count(*) from performers where slug = 'isla-torven') as isla`,
  );
  const channel = await notified;
  listener.release(true);
  await fresh.drop();
  expect(rows).toEqual([{ videos: 2100, last: 2100, tags: 300, changes: 2, isla: 1 }]);
  expect(channel).toBe('marquee_changes');
});

test('a load that fails leaves nothing behind, and the pool still works', async () => {
  const { pool } = ground.owner;
  const before = await rowDigests(pool, tables);
  function* breakingOff(): Generator<Row> {
    for (let n = 0; n < 5_000; n++) yield [1_000_000 + n, `broken-${n}`, 'broken'];
    throw new Error('the source ran dry');
  }
  const load = { table: 'tags', columns: 'id, slug, name', expected: 1, rows: breakingOff() };
  const loading = inBulkTransaction(pool, ['tags'], (client) => bulkLoad(client, [load], () => {}));
  await expect(loading).rejects.toThrow('the source ran dry');
  expect(await rowDigests(pool, tables)).toEqual(before);
  expect(await schemaState(pool)).toEqual(schemaBefore);
});

test('an error between two statements leaves nothing behind', async () => {
  const { pool } = ground.owner;
  const working = inBulkTransaction(pool, ['tags'], async (client) => {
    await client.query(`insert into tags (slug, name) values ('half-done', 'half done')`);
    throw new Error('changed its mind');
  });
  await expect(working).rejects.toThrow('changed its mind');
  expect(await count(`tags where slug = 'half-done'`)).toBe(0);
});

test('tabs, line breaks, backslashes and quotes survive the load', async () => {
  const awkward = 'a\tb\nc\r\\d\\N "e" \'f\' 🎬';
  const load = { table: 'tags', columns: 'slug, name', expected: 1, rows: [['awkward', awkward]] };
  await inBulkTransaction(ground.owner.pool, ['tags'], (client) => bulkLoad(client, [load], () => {}));
  expect(await query(`select name from tags where slug = 'awkward'`)).toEqual([{ name: awkward }]);
});
