/** Pages are rendered once and served from the cache; a change invalidates those that show it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { signInAt } from '../support/signed-in-browser.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const otherOrigin = 'https://front.example.com';
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true, corsOrigins: [otherOrigin] });
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}, at = site) =>
  fetch(at.url + path, { headers, redirect: 'manual' });
/** How many pages are cached: two URLs with one cache key add one. */
const cachedPages = async () => {
  const metrics = await (await fetch(site.metricsUrl ?? '')).text();
  return Number(/marquee_page_cache\{of="pages"\} (\d+)/.exec(metrics)?.[1]);
};
const etagOf = async (path: string, headers?: Record<string, string>, at = site) =>
  (await get(path, headers, at)).headers.get('etag');

describe('a page', () => {
  it('is rendered once for concurrent and later requests', async () => {
    const tags = await Promise.all(Array.from({ length: 20 }, () => etagOf('/tag/amateur')));
    expect(new Set(tags).size).toBe(1);
    expect(await etagOf('/tag/amateur')).toBe(tags[0]);
  });

  it.each(['br', 'gzip', 'identity'])(
    'is served in %s, and not sent again to a browser that has it',
    async (encoding) => {
      const first = await get('/new-content', { 'accept-encoding': encoding });
      expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(await first.text()).toContain('New content');
      const etag = first.headers.get('etag') ?? '';
      const again = await get('/new-content', { 'accept-encoding': encoding, 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('rating')).toMatch(/^RTA/);
    },
  );

  it('may be cached by a proxy for a moment, and is revalidated by browsers', async () => {
    for (const path of ['/', '/', '/tag/milf'])
      expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, proxy-revalidate');
  });

  it('has the same headers when it comes from the cache', async () => {
    const headersOf = async () =>
      Object.fromEntries(
        [...(await get('/most-liked')).headers].filter(([name]) => !/^(date|transfer|content-l)/.test(name)),
      );
    const first = await headersOf();
    expect(first).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', rating: expect.stringMatching(/^RTA/) });
    expect(first['content-security-policy']).toContain('sha256-');
    expect(await headersOf()).toEqual(first);
  });

  it('is the same for a signed-in admin; the back-office is never cached', async () => {
    const { adminEmail = '', adminPassword = '' } = site.config;
    const { cookie } = await signInAt(site.url, adminEmail, adminPassword);
    expect(await etagOf('/indian', { cookie })).toBe(await etagOf('/indian'));
    for (const path of ['/admin', '/admin/posts', '/Admin/posts.data'])
      expect((await get(path, { cookie })).headers.get('cache-control'), path).toBe('no-store');
  });

  it('has CORS headers only in responses to cross-origin requests', async () => {
    const allowed = async (headers?: Record<string, string>) =>
      (await get('/tag/blonde', headers)).headers.get('access-control-allow-origin');
    expect(await allowed({ origin: otherOrigin })).toBe(otherOrigin);
    expect([await allowed(), await allowed()]).toEqual([null, null]);
    expect(await allowed({ origin: otherOrigin })).toBe(otherOrigin);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await fetch(`${site.url}/indian`, { method: 'HEAD' });
    expect({ status, body }).toEqual({ status: 200, body: null });
    expect(Number(headers.get('content-length'))).toBeGreaterThan(1000);
  });
});

describe('one page has one cache key', () => {
  it.each([
    ['/tag/milf', ['/tag/milf?utm_source=x', '/tag/milf?page=2']],
    ['/pornstars', ['/pornstars?x=1']],
    ['/video/7', ['/video/7?ref=1']],
    ['/', ['/?fbclid=1', '/?page=9']],
    ['/indian?page=2', ['/indian?page=2&x=1', '/indian?x=1&page=2', '/indian?page=2&page=3']],
    ['/no/such/page', ['/nor/this/one', '/x/y/z?a=b', '/q/w/e']],
    ['/tag/milf.data', ['/tag/milf.data?_routes=no-such-route', '/tag/MILF.data?x=1']],
  ])('%s', async (path, others) => {
    const tag = await etagOf(path);
    const cached = await cachedPages();
    for (const other of others) expect(await etagOf(other), other).toBe(tag);
    expect(await cachedPages()).toBe(cached);
  });

  it('whatever the request headers are', async () => {
    const tag = await etagOf('/most-liked');
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      cookie: 'a=b',
    };
    expect(await etagOf('/most-liked', forged)).toBe(tag);
    expect(await (await get('/most-liked', forged)).text()).not.toContain('evil.example');
  });

  it('but the parameters that it reads are part of it', async () => {
    expect(await etagOf('/indian?page=3')).not.toBe(await etagOf('/indian?page=2'));
    expect(await etagOf('/search?q=milf')).not.toBe(await etagOf('/search?q=teen'));
    expect(await etagOf('/pornstars?letter=A')).not.toBe(await etagOf('/pornstars?letter=B'));
  });
});

describe('a change', () => {
  it('of a video invalidates only the pages that show it, in every process', async () => {
    const { db } = site.database;
    const other = await startTestSite({ ...site.sameDatabase });
    try {
      const [shown, apart] = ['/video/20', '/video/1900'];
      const tags = await Promise.all([etagOf(shown, {}, other), etagOf(apart, {}, other), etagOf('/tags', {}, other)]);
      await db.updateTable('videos').set({ title: 'Renamed for all to see' }).where('id', '=', 20).execute();
      const titleElsewhere = async () => /<title>(.*?)<\/title>/.exec(await (await get(shown, {}, other)).text())?.[1];
      await expect.poll(titleElsewhere).toContain('Renamed for all to see');
      expect(await etagOf(apart, {}, other)).toBe(tags[1]);
      expect(await etagOf('/tags', {}, other)).toBe(tags[2]);
    } finally {
      await other.stop();
    }
  });

  it('that adds a video to lists invalidates all pages of those lists', async () => {
    const paths = ['/tag/harbour', '/tag/harbour/2', '/new-content', '/2', '/tag/rooftop', '/our-network'];
    const before = await Promise.all(paths.map((path) => etagOf(path)));
    await addVideo(site.database.db, { title: 'Just in', tags: ['harbour'] });
    await site.index.waitUntilIndexed();
    const after = await Promise.all(paths.map((path) => etagOf(path)));
    expect(paths.filter((_, n) => before[n] === after[n])).toEqual(['/tag/rooftop', '/our-network']);
    expect(await (await get('/tag/harbour')).text()).toContain('Just in');
  });

  it('that creates a page replaces its cached 404', async () => {
    expect((await get('/tag/brand-new-tag')).status).toBe(404);
    expect((await get('/search?q=zyxwv')).status).toBe(200);
    await addVideo(site.database.db, { title: 'Zyxwv', tags: ['brand-new-tag'] });
    await site.index.waitUntilIndexed();
    expect((await get('/tag/brand-new-tag')).status).toBe(200);
    expect(await (await get('/search?q=zyxwv')).text()).toContain('Zyxwv');
    expect(await (await get('/tags')).text()).toContain('/tag/brand-new-tag');
  });

  it('of a partner invalidates the page of partners, and of a setting every page', async () => {
    const { db } = site.database;
    const tags = [await etagOf('/our-network'), await etagOf('/video/3')];
    await db.updateTable('partners').set({ description: 'Described again' }).where('active', '=', true).execute();
    await site.index.waitUntilIndexed();
    expect(await (await get('/our-network')).text()).toContain('Described again');
    expect(await etagOf('/video/3')).toBe(tags[1]);
    const { adminEmail = '', adminPassword = '' } = site.config;
    const { cookie } = await signInAt(site.url, adminEmail, adminPassword);
    const settings = (await (await get('/api/settings')).json()) as object;
    const saved = await fetch(`${site.url}/api/settings`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...settings, siteName: 'Night Shelf' }),
    });
    expect(saved.status).toBe(200);
    expect(await (await get('/video/3')).text()).toContain('Night Shelf');
  });
});
