/** Sitemaps say when each page changed, and nothing where that is unknown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { addVideo, type VideoFacts } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
const published = new Date('2026-01-01T00:00:00Z');
const first = async (facts: VideoFacts) => {
  const ids: number[] = [];
  for (let added = 0; added <= minIndexedVideos; added++)
    ids.push(await addVideo(site.database.db, { publishedAt: published, ...facts }));
  return ids[0];
};

beforeAll(async () => {
  site = await startTestSite();
  const { pool } = site.database;
  await first({ tags: ['untouched'], performers: ['ada-lind'] });
  const edited = await first({ tags: ['edited'] });
  const deleted = await first({ tags: ['deleted'], performers: ['bea-moss'] });
  await first({ tags: ['described'], performers: ['cleo-hart'] });
  const found = await first({ title: 'Desi kitchen', category: 'indian' });
  const hidden = await first({ tags: ['hidden'], performers: ['dora-vale'], category: 'hijabi' });
  await pool.query('update videos set updated_at = published_at');
  await pool.query(`update videos set updated_at = '2026-02-01T00:00:00Z' where id = $1`, [edited]);
  await pool.query(`update videos set deleted_at = '2026-03-01T00:00:00Z' where id = $1`, [deleted]);
  // What is done to it afterwards, visitors don't see.
  await pool.query(
    `update videos set state = 'draft', hidden_at = '2026-02-10T00:00:00Z', updated_at = '2026-07-01T00:00:00Z' where id = $1`,
    [hidden],
  );
  await pool.query(`update videos set updated_at = '2026-02-05T00:00:00Z' where id = $1`, [found]);
  await pool.query(`
    insert into list_texts (list, tag_id, introduction, updated_at)
    select 'tag:' || id, id, 'Seen from above.', '2026-04-01T00:00:00Z' from tags where slug = 'described'`);
  await pool.query(`
    update performers set created_at = '2025-01-01T00:00:00Z', updated_at = '2026-05-01T00:00:00Z'
    where slug = 'cleo-hart'`);
  await pool.query(`
    insert into list_texts (list, title, updated_at) values
      ('category:milfnut', 'Evenings', '2026-06-01T00:00:00Z'), ('list:top-videos', 'Best', '2026-06-02T00:00:00Z')`);
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const lastmodOf = async (sitemap: string, path: string) => {
  const { body } = await site.app.inject(sitemap);
  const entry = body.split('\n').find((line) => line.includes(`<loc>${site.config.siteUrl}${path}</loc>`));
  expect(entry).toBeDefined();
  return /<lastmod>(.*?)T/.exec(entry ?? '')?.[1];
};

it.each([
  ['/sitemap-tags.xml', '/tag/untouched', '2026-01-01'],
  ['/sitemap-tags.xml', '/tag/edited', '2026-02-01'],
  ['/sitemap-tags.xml', '/tag/deleted', '2026-03-01'],
  ['/sitemap-tags.xml', '/tag/hidden', '2026-02-10'],
  ['/sitemap-tags.xml', '/tag/described', '2026-04-01'],
  ['/sitemap-pornstars.xml', '/pornstar/ada-lind', '2026-01-01'],
  ['/sitemap-pornstars.xml', '/pornstar/bea-moss', '2026-03-01'],
  ['/sitemap-pornstars.xml', '/pornstar/cleo-hart', '2026-05-01'],
  ['/sitemap-pornstars.xml', '/pornstar/dora-vale', '2026-02-10'],
  ['/sitemap-pages.xml', '/', '2026-03-01'],
  ['/sitemap-pages.xml', '/new-content', '2026-03-01'],
  ['/sitemap-pages.xml', '/indian', '2026-02-05'],
  ['/sitemap-pages.xml', '/muslim', '2026-02-10'],
  ['/sitemap-pages.xml', '/category/desi49', '2026-02-05'],
  ['/sitemap-pages.xml', '/category/milfnut', '2026-06-01'],
  ['/sitemap.xml', '/sitemap-pages.xml', '2026-06-01'],
  ['/sitemap.xml', '/sitemap-tags.xml', '2026-04-01'],
  ['/sitemap.xml', '/sitemap-pornstars.xml', '2026-05-01'],
])('%s says that %s changed on %s', async (sitemap, path, day) => {
  expect(await lastmodOf(sitemap, path)).toBe(day);
});

it.each(['/top-videos', '/most-liked', '/our-network'])('nobody knows when %s changed', async (path) => {
  expect(await lastmodOf('/sitemap-pages.xml', path)).toBeUndefined();
});
