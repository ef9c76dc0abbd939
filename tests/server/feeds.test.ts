/**
 * Feeds as readers see them: parsed, and held against the rules of RSS 2.0. The validators on npm ask a service of the W3C,
 * which a test must not depend on. That feeds are well-formed whatever their texts are is in hostile-text.test.ts.
 */
import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';

const siteUrl = 'https://shelf.example';
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true, siteUrl, siteName: 'Night Shelf' });
});
afterAll(() => site.stop());

const read = async (path: string) => {
  const response = await fetch(site.url + path);
  const xml = await response.text();
  return { response, xml, feed: parseRssFeed(xml) };
};
/** RFC 822 with a four-digit year, as RSS asks for. */
const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

describe.each([
  ['/new-content', 'New content · Night Shelf'],
  ['/tag/milf', 'milf videos · Night Shelf'],
  ['/pornstar/isla-torven', 'Isla Torven videos · Night Shelf'],
])('%s.rss', (path, title) => {
  it('names itself, its page and when it changed', async () => {
    const { feed, response } = await read(`${path}.rss`);
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(feed).toMatchObject({ title, link: siteUrl + path, language: 'en' });
    expect(feed.description).toMatch(/^The newest videos.*\.$/);
    expect(feed.atom?.links).toEqual([{ rel: 'self', href: `${siteUrl}${path}.rss`, type: 'application/rss+xml' }]);
    expect(feed.lastBuildDate).toMatch(rfc822);
    const published = (feed.items ?? []).map(({ pubDate = '' }) => Date.parse(pubDate));
    expect(Date.parse(feed.lastBuildDate ?? '')).toBeGreaterThanOrEqual(Math.max(...published));
  });

  it('has items with every element that readers use', async () => {
    const { items = [] } = (await read(`${path}.rss`)).feed;
    expect(items.length).toBeGreaterThan(10);
    expect(new Set(items.map(({ guid }) => guid?.value)).size).toBe(items.length);
    for (const item of items) {
      expect(item.title).toBeTruthy();
      expect(item.description).toBeTruthy();
      expect(item.link).toMatch(/^https:\/\/shelf\.example\/video\/\d+-[a-z0-9-]+$/);
      expect(item.guid).toMatchObject({ isPermaLink: false, value: expect.stringMatching(/\/video\/\d+$/) });
      expect(item.pubDate).toMatch(rfc822);
      const [content] = item.media?.contents ?? [];
      expect(content).toMatchObject({ medium: 'video', player: { url: item.link }, title: { value: item.title } });
      expect(content?.thumbnails?.[0]?.url).toMatch(/^https:\/\//);
      expect(content?.ratings).toEqual([{ value: 'adult', scheme: 'urn:simple' }]);
      expect(content?.duration ?? 60).toBeGreaterThan(0);
    }
  });

  it('is not sent again to who has it, and compressed for who reads gzip', async () => {
    const { response } = await read(`${path}.rss`);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(`${site.url}${path}.rss`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });
});

it('says when what it shows was edited last', async () => {
  const built = async () => Date.parse((await read('/tag/harbour.rss')).feed.lastBuildDate ?? '');
  const [video] = (await (await fetch(`${site.url}/api/tags/harbour/posts?limit=1`)).json()).records;
  const editedAt = new Date('2031-02-03T04:05:06Z');
  await site.database.db
    .updateTable('videos')
    .set({ updated_at: editedAt })
    .where('id', '=', Number(video._id))
    .execute();
  await site.index.waitUntilIndexed();
  expect(await built()).toBe(editedAt.getTime());
});
