import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let ground: TestDatabase;
beforeAll(async () => {
  ground = await createTestDatabase();
  await ground.database.pool.query(`
    insert into videos (id, title, category, image_url, link, deleted_at)
    select n, 'Video ' || n, 'viral', '/art/1.svg', 'https://example.com', case when n % 7 = 0 then now() end
    from generate_series(1, 3500) as n`);
});
afterAll(() => ground.drop());

it.each([400, 1000, 1200, 5000])('shards of at most %i hold every live video once, in order', async (size) => {
  const { db } = ground.database;
  const shards: number[][] = [];
  for (const firstId of await sitemapShards(db, size)) {
    const ids: number[] = [];
    for await (const { id } of sitemapVideos(db, firstId, size)) ids.push(id);
    shards.push(ids);
  }
  const live = Array.from({ length: 3500 }, (_, n) => n + 1).filter((id) => id % 7 !== 0);
  expect(shards.flat()).toEqual(live);
  expect(shards.map(({ length }) => length)).toEqual([
    ...Array(Math.ceil(live.length / size) - 1).fill(size),
    live.length % size || size,
  ]);
});
