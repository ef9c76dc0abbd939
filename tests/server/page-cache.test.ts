/** Pages are rendered once and sent often; what they show is never old. */
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

const ask = (path: string, headers: Record<string, string> = {}, at = site) =>
  fetch(at.url + path, { headers, redirect: 'manual' });
/** Every rendering draws random sets, so that two answers with one tag are one rendering. */
const tagOf = async (path: string, headers?: Record<string, string>, at = site) =>
  (await ask(path, headers, at)).headers.get('etag');

describe('a page', () => {
  it('is rendered once for all who ask at the same time, and after', async () => {
    const tags = await Promise.all(Array.from({ length: 20 }, () => tagOf('/tag/amateur')));
    expect(new Set(tags).size).toBe(1);
    expect(await tagOf('/tag/amateur')).toBe(tags[0]);
  });

  it.each(['br', 'gzip', 'identity'])('comes in %s, and is not sent again to whom has it', async (encoding) => {
    const first = await ask('/new-content', { 'accept-encoding': encoding });
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await first.text()).toContain('New content');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask('/new-content', { 'accept-encoding': encoding, 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('rating')).toMatch(/^RTA/);
  });

  it('may be kept by a proxy for a moment, and is asked for anew by a browser', async () => {
    for (const path of ['/', '/', '/tag/milf', '/no/such/page'])
      expect((await ask(path)).headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while/);
  });

  it('carries the same headers when it is at hand', async () => {
    const headersOf = async () =>
      Object.fromEntries(
        [...(await ask('/most-liked')).headers].filter(([name]) => !/^(date|transfer|content-l)/.test(name)),
      );
    const first = await headersOf();
    expect(first).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', rating: expect.stringMatching(/^RTA/) });
    expect(first['content-security-policy']).toContain('sha256-');
    expect(await headersOf()).toEqual(first);
  });

  it('is the same for a signed-in admin; the back-office is kept by nobody', async () => {
    const { adminEmail = '', adminPassword = '' } = site.config;
    const { cookie } = await signInAt(site.url, adminEmail, adminPassword);
    expect(await tagOf('/indian', { cookie })).toBe(await tagOf('/indian'));
    for (const path of ['/admin', '/admin/posts', '/Admin/posts.data'])
      expect((await ask(path, { cookie })).headers.get('cache-control'), path).toBe('no-store');
  });

  it('tells nobody else what another origin is told', async () => {
    const allowed = async (headers?: Record<string, string>) =>
      (await ask('/tag/blonde', headers)).headers.get('access-control-allow-origin');
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

describe('one page has one address', () => {
  it.each([
    [
      '/tag/milf',
      ['/tag/milf/', '/TAG/Milf', '/tag/%6Dilf', '/tag/milf?utm_source=x', '/tag/milf?page=2', '/tag/milf//'],
    ],
    ['/pornstars', ['/Pornstars', '/pornstars/?x=1', '/PORNSTARS/']],
    ['/video/7', ['/video/7-any-title', '/video/7-another?ref=1', '/Video/7/']],
    ['/', ['/?fbclid=1', '/?page=9', '//']],
    ['/indian?page=2', ['/indian?page=2&x=1', '/indian/?x=1&page=2', '/Indian?page=2&page=3']],
    ['/no/such/page', ['/nor/this/one', '/x/y/z?a=b', '/q/w/e']],
    ['/tag/milf.data', ['/tag/milf.data?_routes=no-such-route', '/tag/MILF.data?x=1']],
  ])('%s', async (path, others) => {
    const tag = await tagOf(path);
    for (const other of others) expect(await tagOf(other), other).toBe(tag);
  });

  it('whatever the headers say', async () => {
    const tag = await tagOf('/most-liked');
    const games = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      cookie: 'a=b',
    };
    expect(await tagOf('/most-liked', games)).toBe(tag);
    expect(await (await ask('/most-liked', games)).text()).not.toContain('evil.example');
  });

  it('but parameters that it reads make another page', async () => {
    expect(await tagOf('/indian?page=3')).not.toBe(await tagOf('/indian?page=2'));
    expect(await tagOf('/search?q=milf')).not.toBe(await tagOf('/search?q=teen'));
    expect(await tagOf('/pornstars?letter=A')).not.toBe(await tagOf('/pornstars?letter=B'));
  });
});

describe('a change', () => {
  it('of a video drops just the pages that show it, in every process', async () => {
    const { db } = site.database;
    const other = await startTestSite({ databaseUrl: site.databaseUrl });
    try {
      const [shown, apart] = ['/video/20', '/video/1900'];
      const tags = await Promise.all([tagOf(shown, {}, other), tagOf(apart, {}, other), tagOf('/tags', {}, other)]);
      await db.updateTable('videos').set({ title: 'Renamed for all to see' }).where('id', '=', 20).execute();
      const titleElsewhere = async () => /<title>(.*?)<\/title>/.exec(await (await ask(shown, {}, other)).text())?.[1];
      await expect.poll(titleElsewhere).toContain('Renamed for all to see');
      expect(await tagOf(apart, {}, other)).toBe(tags[1]);
      expect(await tagOf('/tags', {}, other)).toBe(tags[2]);
    } finally {
      await other.stop();
    }
  });

  it('that brings a video into lists drops all pages of those lists', async () => {
    const paths = ['/tag/harbour', '/tag/harbour/2', '/new-content', '/2', '/tag/rooftop', '/our-network'];
    const before = await Promise.all(paths.map((path) => tagOf(path)));
    await addVideo(site.database.db, { title: 'Just in', tags: ['harbour'] });
    await site.index.waitUntilIndexed();
    const after = await Promise.all(paths.map((path) => tagOf(path)));
    expect(paths.filter((_, n) => before[n] === after[n])).toEqual(['/tag/rooftop', '/our-network']);
    expect(await (await ask('/tag/harbour')).text()).toContain('Just in');
  });

  it('of a page that was missing brings it', async () => {
    expect((await ask('/tag/brand-new-tag')).status).toBe(404);
    expect((await ask('/search?q=zyxwv')).status).toBe(200);
    await addVideo(site.database.db, { title: 'Zyxwv', tags: ['brand-new-tag'] });
    await site.index.waitUntilIndexed();
    expect((await ask('/tag/brand-new-tag')).status).toBe(200);
    expect(await (await ask('/search?q=zyxwv')).text()).toContain('Zyxwv');
    expect(await (await ask('/tags')).text()).toContain('/tag/brand-new-tag');
  });

  it('of a partner drops the page of partners, and of a setting every page', async () => {
    const { db } = site.database;
    const tags = [await tagOf('/our-network'), await tagOf('/video/3')];
    await db.updateTable('partners').set({ description: 'Described anew' }).where('active', '=', true).execute();
    await site.index.waitUntilIndexed();
    expect(await (await ask('/our-network')).text()).toContain('Described anew');
    expect(await tagOf('/video/3')).toBe(tags[1]);
    const { adminEmail = '', adminPassword = '' } = site.config;
    const { cookie } = await signInAt(site.url, adminEmail, adminPassword);
    const settings = (await (await ask('/api/settings')).json()) as object;
    const saved = await fetch(`${site.url}/api/settings`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...settings, siteName: 'Night Shelf' }),
    });
    expect(saved.status).toBe(200);
    expect(await (await ask('/video/3')).text()).toContain('Night Shelf');
  });
});
