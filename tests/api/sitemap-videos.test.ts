import { afterAll, beforeAll, expect, it } from 'vitest';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap.ts';
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

it('shards contain every live video once, each in the shard of its id', async () => {
  const { db } = test.database;
  const shards = await sitemapShards(db);
  expect(shards.map(({ number, videos }) => [number, videos])).toEqual([
    [1, 858],
    [2, 857],
    [3, 857],
    [4, 428],
  ]);
  const listed: number[] = [];
  for (const { number } of shards) for (const { id } of await sitemapVideos(db, number)) listed.push(id);
  expect(listed).toEqual(Array.from({ length: 3500 }, (_, n) => n + 1).filter((id) => id % 7 !== 0));
});

it('only the shard of a video that was edited, deleted or hidden has changed', async () => {
  const { db, pool } = test.database;
  const changed = async (sql: string) => {
    const before = await sitemapShards(db);
    await pool.query(sql);
    const after = await sitemapShards(db);
    return after.flatMap(({ number, changedAt }, n) => (changedAt > (before[n]?.changedAt ?? 0) ? number : []));
  };
  expect(await changed(`update videos set updated_at = now() + interval '1 hour' where id = 1500`)).toEqual([2]);
  expect(await changed(`update videos set deleted_at = now() + interval '2 hours' where id = 2500`)).toEqual([3]);
  const hide = `update videos set state = 'draft', hidden_at = now() + interval '3 hours' where id = 500`;
  expect(await changed(hide)).toEqual([1]);
  expect(await changed(`update videos set updated_at = now() + interval '4 hours' where id = 500`)).toEqual([]);
  expect((await sitemapVideos(db, 1)).some(({ id }) => id === 500)).toBe(false);
});

it('a shard whose videos are all deleted or hidden is not listed', async () => {
  const { db, pool } = test.database;
  await pool.query('update videos set deleted_at = now() where id > 3001');
  await pool.query(`update videos set state = 'draft', hidden_at = now() where id = 3001`);
  expect((await sitemapShards(db)).map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('the sitemaps of tags and performers continue after the first 1,000', async () => {
  const site = await startTestSite();
  try {
    for (let added = 0; added < minIndexedVideos; added++) await addVideo(site.database.db);
    for (const [names, links, key] of [
      ['tags', 'video_tags', 'tag_id'],
      ['performers', 'video_performers', 'performer_id'],
    ])
      await site.database.pool.query(`
        with added as (
          insert into ${names} (slug, name) select 'name-' || n, 'Name ' || n from generate_series(1, 1001) as n returning id)
        insert into ${links} (video_id, ${key}) select videos.id, added.id from videos, added`);
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
