/** A picture that says nothing about a post, because it is flat or because hundreds have it, keeps no other post down. */
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { readKept } from '#domain/stay-down/kept-entries.ts';
import { compareKept } from '#domain/stay-down-matches/compare-posts.ts';
import { createPictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { openPictureServer, type PictureServer } from './picture-server.ts';

const siteUrl = 'https://shelf.example';
let test: TestDatabase;
let server: PictureServer;
beforeAll(async () => {
  [test, server] = await Promise.all([createTestDatabase(), openPictureServer()]);
});
afterAll(async () => {
  await test.drop();
  await server.close();
});

const post = (title: string, imageUrl: string) =>
  addVideo(test.database.db, system, { title, imageUrl, category: 'english' });
const remove = async (videoId: number) => {
  const opened = await storeCase(test.database.db);
  await test.database.db.transaction().execute((tx) => keepDown(tx, opened.id, { videoIds: [videoId] }));
  await compareKept(test.database.db, { settledMs: 0 });
  return opened;
};
const withheld = async () => {
  const rows = await test.database.db.selectFrom('videos').select('title').where('state', '=', 'withheld').execute();
  return rows.map(({ title }) => title);
};

it('of one colour', async () => {
  const { db } = test.database;
  const fetch = createFetcher({ siteUrl, allow: server.allow });
  const pictures = createPictureHasher({ db, readPicture: createPictureReader({ db, fetch, siteUrl }), pauseMs: 0 });
  const black = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#000000' } })
    .jpeg()
    .toBuffer();
  server.answer((response) => response.end(black));
  const [removed] = [await post('Removed', `${server.url}/black-1`), await post('Other', `${server.url}/black-2`)];
  await pictures.hashDue();
  await remove(removed.id);
  await pictures.hashBeforeSaving(`${server.url}/black-3`);
  await expect(post('Next', `${server.url}/black-3`)).resolves.toMatchObject({ state: 'published' });
  expect(await withheld()).toEqual([]);
});

/** As many posts with nearly the same picture, each under its own URL. Returns the first. */
const postsWith = async (hash: string, count: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into videos (title, image_url, link, category)
      select ${hash} || ' ' || n, 'https://pictures.example/' || ${hash} || '-' || n || '.png', '', 'english'
      from generate_series(1, ${count}::int) n returning id, image_url),
    hashed as (
      insert into image_hashes (image_url, state, hash, hashed_at)
      select image_url, 'hashed', case when id % 2 = 0 then ${hash} else ${`${hash.slice(0, -1)}0`} end, now() from added)
    select min(id) as id from added`.execute(test.database.db);
  return rows[0]?.id ?? 0;
};

it('that more than 200 posts have', async () => {
  const { id, number } = await remove(await postsWith('00ff00ff00ff00f1', 201));
  expect(await withheld()).toEqual([]);
  const imageUrl = 'https://pictures.example/new.png';
  await test.database.db.transaction().execute((tx) => storeHash(tx, imageUrl, '00ff00ff00ff00f1'));
  await expect(post('New', imageUrl)).resolves.toMatchObject({ state: 'published' });
  // The case and the list of what stays down say so.
  const { text } = await test.database.db
    .selectFrom('case_entries')
    .select('text')
    .where('case_id', '=', id)
    .where('kind', '=', 'note')
    .executeTakeFirstOrThrow();
  expect(text).toBe('More than 200 posts have the same picture, so it is not used for matching.');
  const { records } = await readKept(test.database.db, { search: number, page: 1, limit: 10 });
  expect(records).toMatchObject([{ kind: 'picture', isCommon: true }]);
});

it('but one that 200 posts have withholds them all', async () => {
  const { number } = await remove(await postsWith('0f0f0f0f33333331', 200));
  expect(await withheld()).toHaveLength(200);
  const imageUrl = 'https://pictures.example/next.png';
  await test.database.db.transaction().execute((tx) => storeHash(tx, imageUrl, '0f0f0f0f33333331'));
  await expect(post('Next', imageUrl)).rejects.toThrow(number);
});
