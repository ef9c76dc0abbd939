import { afterAll, beforeAll, expect, it } from 'vitest';
import { sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
import { addVideo } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestSite } from '../support/site.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.pool.query(`
    insert into videos (id, title, category, image_url, link, deleted_at)
    select n, 'Video ' || n, 'viral', '/art/1.svg', 'https://example.com', case when n % 7 = 0 then now() end
    from generate_series(1, 3500) as n`);
});
afterAll(() => test.drop());

it.each([400, 1000, 1200, 5000])('shards of at most %i contain every live video once, in order', async (size) => {
  const { db } = test.database;
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

it('the sitemaps of tags and performers continue after the first 1,000', async () => {
  const site = await startTestSite();
  try {
    const id = await addVideo(site.database.db);
    for (const [names, links, key] of [
      ['tags', 'video_tags', 'tag_id'],
      ['performers', 'video_performers', 'performer_id'],
    ])
      await site.database.pool.query(`
        with added as (
          insert into ${names} (slug, name) select 'name-' || n, 'Name ' || n from generate_series(1, 1001) as n returning id)
        insert into ${links} (video_id, ${key}) select ${id}, id from added`);
    await site.index.waitUntilIndexed();
    for (const [path, prefix] of [
      ['/sitemap-tags.xml', '/tag/'],
      ['/sitemap-pornstars.xml', '/pornstar/'],
    ]) {
      const { body } = await site.app.inject(path as string);
      const listed = [...body.matchAll(new RegExp(`${prefix}name-(\\d+)</loc>`, 'g'))].map(([, n]) => Number(n));
      expect(listed.sort((a, b) => a - b)).toEqual(Array.from({ length: 1001 }, (_, n) => n + 1));
    }
  } finally {
    await site.stop();
  }
});
