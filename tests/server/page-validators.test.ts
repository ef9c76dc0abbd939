/** Pages are the same for ten minutes, whichever process renders them: crawlers that have one are answered 304. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicScreens } from '../support/public-screens.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const window = 600_000;
/** A few minutes into ten minutes of the future, so that the sites started in earlier ones. */
const middle = (Math.floor(Date.now() / window) + 3) * window + window / 3;

let site: TestSite;
/** Another process on the same database: its page cache is empty. */
let other: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true });
  other = await startTestSite({ ...site.sameDatabase });
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: middle });
});
afterEach(() => {
  vi.useRealTimers();
});

const get = (at: TestSite, path: string, headers: Record<string, string> = {}) =>
  fetch(at.url + path, { headers, redirect: 'manual' });

/** Reads a page of every kind; those that are not there have no date. */
const crawl = async (at: TestSite) => {
  const pages = new Map<string, { etag: string; lastModified: string }>();
  for (const path of publicScreens) {
    const { status, headers, body } = await get(at, path);
    await body?.cancel();
    if (status === 404) continue;
    pages.set(path, { etag: headers.get('etag') ?? '', lastModified: headers.get('last-modified') ?? '' });
  }
  return pages;
};

describe('within ten minutes', () => {
  it('a second crawl, of another process, finds nothing changed', async () => {
    const pages = await crawl(site);
    expect(pages.size).toBeGreaterThan(30);
    vi.setSystemTime(middle + 180_000);
    const changed = [];
    for (const [path, { etag, lastModified }] of pages) {
      const byTag = await get(other, path, { 'if-none-match': etag });
      const byDate = await get(other, path, { 'if-modified-since': lastModified });
      if (byTag.status !== 304 || byDate.status !== 304) changed.push([path, byTag.status, byDate.status]);
    }
    expect(changed).toEqual([]);
  });

  it('pages say that they changed with the ten minutes, or with what they show', async () => {
    const dateOf = async (path: string) => (await get(site, path)).headers.get('last-modified');
    const start = new Date(middle - (middle % window)).toUTCString();
    expect([await dateOf('/video/30'), await dateOf('/tags')]).toEqual([start, start]);
    vi.setSystemTime(middle + 60_000);
    await site.database.db.updateTable('videos').set({ title: 'Edited' }).where('id', '=', 30).execute();
    await site.index.waitUntilIndexed();
    vi.setSystemTime(middle + 120_000);
    expect(await dateOf('/video/30')).toBe(new Date(middle + 60_000).toUTCString());
    expect(await dateOf('/tags')).toBe(start);
    expect((await get(site, '/video/30', { 'if-modified-since': start })).status).toBe(200);
    expect((await get(site, '/tags', { 'if-modified-since': start })).status).toBe(304);
  });

  it('a page that is not there has no date', async () => {
    const { status, headers } = await get(site, '/no/such/page');
    expect([status, headers.get('last-modified')]).toEqual([404, null]);
  });
});

it('in other ten minutes random sets are others, and so are pages', async () => {
  // A page that neither process has in its cache.
  const path = '/indian?page=7';
  const before = await get(other, path);
  vi.setSystemTime(middle + window);
  const after = await get(site, path);
  expect([before.status, after.status]).toEqual([200, 200]);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.headers.get('last-modified')).not.toBe(before.headers.get('last-modified'));
});
