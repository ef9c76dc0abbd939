/** Lists that are sorted and narrowed by their URL: what the pages say to visitors and crawlers, and that they are fresh. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const siteUrl = 'https://marquee.example';
let site: TestSite;
let oldest: number;
let newest: number;
beforeAll(async () => {
  site = await startTestSite({ siteUrl });
  const { db } = site.database;
  const harbour = (at: number) =>
    addVideo(db, { title: `Harbour ${at}`, minutes: 20, tags: ['boats', ...(at < 5 ? ['rain'] : [])] });
  oldest = await harbour(0);
  for (let at = 1; at < 20; at++) await harbour(at);
  newest = await addVideo(db, { title: 'Lighthouse', minutes: 50, tags: ['boats'], performers: ['ada-river'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const get = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};
const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&');
const headOf = (html: string) => ({
  title: first(html, /<title>(.*?)<\/title>/),
  canonical: first(html, /<link rel="canonical" href="([^"]*)"/),
  robots: first(html, /<meta name="robots" content="([^"]*)"/),
});
const links = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = '', text = '']) => ({
    href: (first(attributes, /href="([^"]*)"/) ?? '').replaceAll('&amp;', '&'),
    isNofollow: attributes.includes('rel="nofollow"'),
    text: text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
const linkTo = (html: string, href: string) => links(html).find((link) => link.href === href);
const titlesIn = (html: string) => [...html.matchAll(/class="card-title"[^>]*>(.*?)</g)].map(([, title]) => title);

describe('a narrowed page', () => {
  it('names what it is narrowed by, and the whole list as its canonical page', async () => {
    const { status, html } = await get('/new-content?duration=long&sort=popular&with=performer:ada-river');
    expect(status).toBe(200);
    expect(headOf(html)).toEqual({
      title: expect.stringMatching(/^New content: Most viewed, Over 30 min, With ada river · /),
      canonical: `${siteUrl}/new-content`,
      // robots.txt keeps crawlers from the page, so that they would never read what it says.
      robots: undefined,
    });
    expect(titlesIn(html)).toEqual(['Lighthouse']);
    const textsTo = (href: string) => links(html).flatMap((link) => (link.href === href ? [link.text] : []));
    expect(textsTo('/new-content?duration=long&with=performer:ada-river')).toEqual(['Newest', 'Most viewed']);
    expect(textsTo('/new-content')).toContain('Clear all');
  });

  it.each([
    ['/?duration=medium', '/2?duration=medium', '/'],
    ['/new-content?duration=medium', '/new-content?duration=medium&page=2', '/new-content'],
    ['/tag/boats?duration=medium&without=x', '/tag/boats/2?duration=medium&without=x', '/tag/boats'],
    ['/search?q=harbour&duration=medium', '/search?q=harbour&duration=medium&page=2', '/search?q=harbour'],
  ])('%s keeps its parameters on the next page', async (path, next, canonical) => {
    const page = await get(path);
    expect(linkTo(page.html, next)).toBeDefined();
    const { html, status } = await get(next);
    expect([status, headOf(html).canonical]).toEqual([200, siteUrl + canonical]);
  });

  it('redirects from its page 1, with its parameters', async () => {
    expect(await get('/new-content?page=1&with=rain,boats')).toMatchObject({
      status: 301,
      location: '/new-content?with=boats,rain',
    });
    expect(await get('/tag/boats/1?age=day')).toMatchObject({ status: 301, location: '/tag/boats?age=day' });
  });

  it('shows the count of each choice, in links that crawlers do not follow', async () => {
    const { html } = await get('/tag/boats');
    expect(linkTo(html, '/tag/boats?duration=long')).toMatchObject({ text: 'Over 30 min 1', isNofollow: true });
    expect(linkTo(html, '/tag/boats?with=rain')).toMatchObject({ text: 'rain 5', isNofollow: true });
    expect(linkTo(html, '/tag/boats?duration=short')).toBeUndefined();
  });

  it('that has no videos says so, and is found all the same', async () => {
    const { status, html } = await get('/tag/boats?duration=short');
    expect(status).toBe(200);
    expect(html).toContain('No videos match all of these filters.');
    expect(linkTo(html, '/tag/boats')).toBeDefined();
    expect((await get('/tag/no-such-tag?duration=short')).status).toBe(404);
    expect((await get('/pornstar/nobody?duration=short')).status).toBe(404);
    expect((await get('/tag/boats/2?duration=long')).status).toBe(404);
  });

  it('says which of its names the catalogue does not have, and leads to similar ones', async () => {
    const { html } = await get('/new-content?with=performer:ada-rivre,rain');
    expect(html.replace(/<[^>]*>/g, '')).toContain(
      'There is no tag or performer called “ada rivre”. Did you mean ada river?',
    );
    expect(linkTo(html, '/new-content?with=performer:ada-river,rain')?.text).toBe('ada river');
    expect(linkTo(html, '/new-content?with=rain')?.text).toBe('Leave it out');
    expect(html).not.toContain('Remove With ada rivre');
  });

  it('is the whole list where its parameters mean nothing', async () => {
    for (const query of [
      'with=,,,,',
      'with=performer:',
      'without=%F0%9F%99%82',
      'sort=x&duration=y&age=z',
      'sort=newest',
    ]) {
      const { status, html } = await get(`/tag/boats?${query}`);
      expect([query, status, headOf(html).robots]).toEqual([query, 200, expect.stringMatching(/^index/)]);
    }
    expect((await get(`/tag/boats?with=${'x'.repeat(10_000)}`)).status).toBe(200);
    expect((await get('/tag/boats?with=%00&without=<script>')).status).toBe(200);
  });
});

describe('an edit', () => {
  const count = async (path: string, href: string) => linkTo((await get(path)).html, href)?.text;

  it('changes narrowed pages at once', async () => {
    const long = '/new-content?duration=long';
    expect(titlesIn((await get(long)).html)).toEqual(['Lighthouse']);
    expect(await count('/tag/boats', '/tag/boats?duration=long')).toBe('Over 30 min 1');
    await site.database.db.updateTable('videos').set({ minutes: 10 }).where('id', '=', newest).execute();
    await site.index.waitUntilIndexed();
    expect((await get(long)).html).toContain('No videos match all of these filters.');
    expect(await count('/tag/boats', '/tag/boats?duration=long')).toBeUndefined();
  });

  // The video is on the list's second page: the first one shows it only in its counts.
  it.each([
    ['/tag/boats', '/tag/boats?with=rain'],
    ['/', '/?with=rain'],
    ['/new-content?duration=medium', '/new-content?duration=medium&with=rain'],
  ])('of a video that %s does not show changes its counts at once', async (path, narrower) => {
    const { db } = site.database;
    const { id } = await db.selectFrom('tags').select('id').where('slug', '=', 'rain').executeTakeFirstOrThrow();
    const link = { video_id: oldest, tag_id: id, position: 1 };
    expect(await count(path, narrower)).toBe('rain 5');
    await db.deleteFrom('video_tags').where('video_id', '=', oldest).where('tag_id', '=', id).execute();
    await site.index.waitUntilIndexed();
    expect(await count(path, narrower)).toBe('rain 4');
    await db.insertInto('video_tags').values(link).execute();
    await site.index.waitUntilIndexed();
    expect(await count(path, narrower)).toBe('rain 5');
  });
});
