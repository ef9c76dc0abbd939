/** A withheld post is nowhere to be found, on the node that withholds it and on another one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withholdVideos } from '#domain/holds/holds.ts';
import { addVideo } from '../support/catalogue.ts';
import { storeCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let other: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  other = await startTestSite(site.sameDatabase);
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});

const withhold = async (id: number) => {
  const { id: caseId } = await storeCase(site.database.db);
  await site.database.db.transaction().execute((tx) => withholdVideos(tx, [id], { caseId }));
  for (const { index } of [site, other]) await index.waitUntilIndexed();
};

const title = 'Zephyr over the weir';
/** Sitemaps name a post by its URL alone. */
const isShownIn = (body: string) => body.includes(title) || body.includes('zephyr-over-the-weir');
const facts = { tags: ['weir', 'zephyr'], performers: ['isla-torven'], category: 'indian' as const };

const surfaces = (neighbour: number, day: string) => [
  '/',
  '/new-content',
  '/indian',
  '/top-videos',
  '/most-liked',
  '/tag/weir',
  '/pornstar/isla-torven',
  '/archive',
  `/archive/${day.replaceAll('-', '/')}`,
  '/search?q=zephyr',
  `/video/${neighbour}`,
  '/new-content.rss',
  '/tag/weir.rss',
  '/pornstar/isla-torven.rss',
  '/sitemap-videos-1.xml',
  '/api/tags/weir/posts',
  '/api/pornstar/isla-torven',
  '/api/getnewVideos',
  '/api/suggestions?q=zephyr',
];

describe('a withheld post', () => {
  it('is out of every page, feed, sitemap and call that showed it before, on every node', async () => {
    const id = await addVideo(site.database.db, { ...facts, title });
    const neighbour = await addVideo(site.database.db, { ...facts, title: 'Calm below the weir' });
    for (const { index } of [site, other]) await index.waitUntilIndexed();
    const { published_at } = await site.database.db
      .selectFrom('videos')
      .select('published_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const urls = surfaces(neighbour, published_at.toISOString().slice(0, 10));
    const showing = async ({ app }: TestSite) => {
      const shown: string[] = [];
      for (const url of urls) if (isShownIn((await app.inject(url)).body)) shown.push(url);
      return shown;
    };
    const before = await showing(site);
    expect(before).toEqual(urls.filter((url) => !['/archive', '/api/suggestions?q=zephyr'].includes(url)));
    expect(await showing(other)).toEqual(before);

    await withhold(id);
    for (const { app, ...node } of [site, other]) {
      expect(await showing({ app, ...node })).toEqual([]);
      expect((await app.inject(`/video/${id}`)).statusCode).toBe(410);
      expect((await app.inject({ method: 'POST', url: `/api/getVideo/${id}` })).statusCode).toBe(410);
      expect((await app.inject(`/api/suggestions?q=zephyr`)).body).not.toContain('zephyr"');
    }
  });

  it('takes its uploaded picture with it, except for admins, who decide about it', async () => {
    const { db } = site.database;
    const name = `images/${'7'.repeat(32)}.webp`;
    await db
      .insertInto('uploads')
      .values({ name, content: Buffer.from('RIFF') })
      .execute();
    const id = await addVideo(db, { title: 'Pictured weir' });
    await db
      .updateTable('videos')
      .set({ image_url: `/uploads/${name}` })
      .where('id', '=', id)
      .execute();
    await withhold(id);
    for (const { app } of [site, other])
      for (const url of [`/uploads/${name}`, `/api/uploads/${name}`]) {
        const response = await app.inject(url);
        expect(response.statusCode).toBe(410);
        expect(response.headers['cache-control']).toBe('private, no-store');
      }
    const { cookie } = await createSignedInAdmin(site, 'admin');
    expect((await callerOf(site, cookie)('GET', `/uploads/${name}`)).statusCode).toBe(200);
  });
});
