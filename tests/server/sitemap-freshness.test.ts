/** What a search engine reads that comes once a day. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let daysPassed = 0;
const read = (url: string) => site.app.inject({ url });
/** Once the catalogue index has seen every change, a day passes for whatever measures ages. */
const aDayLater = async () => {
  await site.index.waitUntilIndexed();
  daysPassed++;
};

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());
beforeEach(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + daysPassed * 24 * 60 * 60_000);
});
afterEach(() => vi.restoreAllMocks());

it('an edit is in the first answer of the next day', async () => {
  const { db } = site.database;
  const id = await addVideo(db, { title: 'Early ferry' });
  await aDayLater();
  expect((await read('/sitemap-videos-1.xml')).body).toContain('-early-ferry<');
  await db.updateTable('videos').set({ title: 'Late ferry', updated_at: new Date() }).where('id', '=', id).execute();
  await aDayLater();
  expect((await read('/sitemap-videos-1.xml')).body).toContain('-late-ferry<');
});

it('a sitemap whose videos were all deleted is gone the next day', async () => {
  const { db } = site.database;
  await db
    .insertInto('videos')
    .values({ id: 5001, title: 'Alone', category: 'viral', image_url: '/art/1.svg', link: 'https://example.com' })
    .execute();
  await aDayLater();
  expect((await read('/sitemap.xml')).body).toContain('/sitemap-videos-6.xml<');
  expect((await read('/sitemap-videos-6.xml')).statusCode).toBe(200);
  await db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', 5001).execute();
  await aDayLater();
  expect((await read('/sitemap-videos-6.xml')).statusCode).toBe(404);
  expect((await read('/sitemap.xml')).body).not.toContain('/sitemap-videos-6.xml<');
});

it('a category is a copy of the tag with the same videos only where that tag is indexed', async () => {
  const canonical = async () =>
    /<link rel="canonical" href="([^"]+)"/.exec((await read('/category/milfnut')).body)?.[1];
  const add = () => addVideo(site.database.db, { title: 'Lanterns', tags: ['milf'] });
  for (let added = 1; added < minIndexedVideos; added++) await add();
  await aDayLater();
  expect((await read('/tag/milf')).body).toContain('content="noindex,follow"');
  expect(await canonical()).toBe(`${site.config.siteUrl}/category/milfnut`);
  expect((await read('/sitemap-pages.xml')).body).toContain('/category/milfnut<');
  await add();
  await aDayLater();
  expect(await canonical()).toBe(`${site.config.siteUrl}/tag/milf`);
  expect((await read('/sitemap-pages.xml')).body).not.toContain('/category/milfnut<');
});
