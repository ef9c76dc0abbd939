/** Tags and performers of posts: links lead to what is there, and go with it, whoever writes at the same time. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let [writer, deleter]: pg.Client[] = [];
let [video, other]: number[] = [];

const connect = async () => {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  return client;
};

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const sides = [
  { links: 'video_tags', key: 'tag_id', names: 'tags' },
  { links: 'video_performers', key: 'performer_id', names: 'performers' },
];

const idOf = async (sql: string, values: unknown[]) =>
  (await test.database.pool.query<{ id: number }>(`${sql} returning id`, values)).rows[0]?.id as number;
const addVideo = (title: string) =>
  idOf(
    `insert into videos (title, image_url, link, category, published_at, updated_at) values ($1, '/a.webp', '', 'english', now(), now())`,
    [title],
  );
const addName = (names: string, slug: string) => idOf(`insert into ${names} (slug, name) values ($1, $1)`, [slug]);
const linksOf = async (links: string) =>
  (await test.database.pool.query<{ video_id: number }>(`select video_id from ${links} order by 1`)).rows.map(
    ({ video_id }) => video_id,
  );
const addLink = (client: pg.ClientBase, links: string, videoId: number | undefined, nameId: number) =>
  client.query(`insert into ${links} values ($1, $2, 0)`, [videoId, nameId]);

/** Whether a statement waits for another transaction. */
const isWaiting = async (client: pg.Client) => {
  const { rows } = await test.owner.pool.query<{ waits: boolean }>(
    `select cardinality(pg_blocking_pids($1)) > 0 as waits`,
    [(client as unknown as { processID: number }).processID],
  );
  return rows[0]?.waits;
};

beforeEach(async () => {
  [writer, deleter] = await Promise.all([connect(), connect()]);
  [video, other] = [await addVideo('Harbour'), await addVideo('Lighthouse')];
});
afterEach(async () => {
  await Promise.all([writer?.end(), deleter?.end()]);
  await test.database.pool.query('delete from videos');
  for (const { names } of sides) await test.database.pool.query(`delete from ${names}`);
});

it.each(sides)('$links cannot lead to what is not there', async ({ links, key, names }) => {
  const { pool } = test.database;
  const name = await addName(names, 'dawn');
  for (const [videoId, nameId] of [
    [video, 999_999],
    [999_999, name],
  ] as const)
    await expect(pool.query(`insert into ${links} values ($1, $2, 0)`, [videoId, nameId])).rejects.toMatchObject({
      code: '23503',
    });
  await pool.query(`insert into ${links} values ($1, $2, 0)`, [video, name]);
  await expect(pool.query(`update ${links} set ${key} = 999999`)).rejects.toMatchObject({ code: '23503' });
  await expect(pool.query(`update ${links} set video_id = 999999`)).rejects.toMatchObject({ code: '23503' });
  expect(await linksOf(links)).toEqual([video]);
});

it.each(sides)('$links go with the post or the name', async ({ links, names }) => {
  const { pool } = test.database;
  const [dawn, dusk] = [await addName(names, 'dawn'), await addName(names, 'dusk')];
  for (const [videoId, nameId] of [
    [video, dawn],
    [video, dusk],
    [other, dawn],
    [other, dusk],
  ])
    await pool.query(`insert into ${links} values ($1, $2, 0)`, [videoId, nameId]);
  await pool.query('delete from videos where id = $1', [video]);
  expect(await linksOf(links)).toEqual([other, other]);
  await pool.query(`delete from ${names} where id = $1`, [dawn]);
  expect(await linksOf(links)).toEqual([other]);
});

it.each(sides)('a delete waits for a link that is being added, and removes it', async ({ links, names }) => {
  if (!writer || !deleter) throw new Error('Not connected.');
  const name = await addName(names, 'dawn');
  await writer.query('begin');
  await addLink(writer, links, video, name);
  const deleted = deleter.query(`delete from ${names} where id = $1`, [name]);
  await expect.poll(() => isWaiting(deleter as pg.Client)).toBe(true);
  await writer.query('commit');
  await deleted;
  expect(await linksOf(links)).toEqual([]);
});

it.each(sides)('a link waits for a delete, and is refused', async ({ links, names }) => {
  if (!writer || !deleter) throw new Error('Not connected.');
  const name = await addName(names, 'dawn');
  await deleter.query('begin');
  await deleter.query(`delete from ${names} where id = $1`, [name]);
  const added = expect(addLink(writer, links, video, name)).rejects.toMatchObject({ code: '23503' });
  await expect.poll(() => isWaiting(writer as pg.Client)).toBe(true);
  await deleter.query('commit');
  await added;
  expect(await linksOf(links)).toEqual([]);
});

it.each(sides)(
  'two who link to the same names in other orders do not wait for each other',
  async ({ links, names }) => {
    if (!writer || !deleter) throw new Error('Not connected.');
    const [dawn, dusk] = [await addName(names, 'dawn'), await addName(names, 'dusk')];
    await Promise.all([writer.query('begin'), deleter.query('begin')]);
    await addLink(writer, links, video, dawn);
    await addLink(deleter, links, other, dusk);
    await Promise.all([addLink(writer, links, video, dusk), addLink(deleter, links, other, dawn)]);
    await Promise.all([writer.query('commit'), deleter.query('commit')]);
    expect(await linksOf(links)).toEqual([video, video, other, other]);
  },
);
