/** Sitemaps and feeds are compressed files. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addVideo(site.database.db, { title: 'Café at the harbour', tags: ['rooftop'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const get = (url: string, encoding?: string) =>
  site.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

it.each(['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-tags.xml', '/tag/rooftop.rss', '/new-content.rss'])(
  '%s is compressed with its length, or decompressed for a client without gzip',
  async (path) => {
    const { statusCode, headers, rawPayload } = await get(path, 'gzip');
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(headers.vary).toContain('Accept-Encoding');
    const brotli = await get(path, 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length));
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(gunzipSync(rawPayload));
    expect([brotli.headers.etag, brotli.headers['last-modified']]).toEqual([headers.etag, headers['last-modified']]);
    for (const encoding of [undefined, 'deflate', 'gzip;q=0']) {
      const plain = await get(path, encoding);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body).toBe(gunzipSync(rawPayload).toString());
    }
  },
);

it('only the listed shards of videos exist, and the list says when they changed', async () => {
  const { body } = await get('/sitemap.xml');
  const changed = /sitemap-videos-1\.xml<\/loc><lastmod>(.*?)</.exec(body)?.[1] ?? '';
  expect(Date.now() - new Date(changed).getTime()).toBeLessThan(10 * 60_000);
  expect((await get('/sitemap-videos-1.xml')).body).toContain('-cafe-at-the-harbour<');
  for (const number of ['0', '00', '2', '02', '999999999999']) {
    expect((await get(`/sitemap-videos-${number}.xml`)).statusCode).toBe(404);
  }
});

it.each([
  ['/sitemap-videos-01.xml', '/sitemap-videos-1.xml'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/tag/ROOFTOP.rss', '/tag/rooftop.rss'],
])('%s is another spelling of %s', async (path, target) => {
  const { statusCode, headers } = await get(path);
  expect([statusCode, headers.location]).toEqual([301, target]);
});

it.each(['/sitemap.xml', '/sitemap-videos-1.xml', '/new-content.rss'])('%s is not sent twice', async (url) => {
  const { etag } = (await get(url)).headers;
  const again = await site.app.inject({ url, headers: { 'if-none-match': String(etag) } });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  const other = await site.app.inject({ url, headers: { 'if-none-match': '"something else"' } });
  expect(other.statusCode).toBe(200);
});

it.each(['/sitemap.xml', '/sitemap-videos-1.xml', '/new-content.rss'])(
  '%s is not sent again to who has it since it last changed',
  async (url) => {
    const since = String((await get(url)).headers['last-modified']);
    expect(new Date(since).toUTCString()).toBe(since);
    expect(new Date(since).getTime()).toBeLessThanOrEqual(Date.now());
    const ask = (headers: Record<string, string>) => site.app.inject({ url, headers });
    const again = await ask({ 'if-modified-since': since });
    expect([again.statusCode, again.body, again.headers['last-modified']]).toEqual([304, '', since]);
    const earlier = new Date(new Date(since).getTime() - 1000).toUTCString();
    expect((await ask({ 'if-modified-since': earlier })).statusCode).toBe(200);
    expect((await ask({ 'if-modified-since': 'yesterday' })).statusCode).toBe(200);
    // An entity tag is more precise, so the time is not asked beside one (RFC 9110).
    expect((await ask({ 'if-modified-since': since, 'if-none-match': '"something else"' })).statusCode).toBe(200);
  },
);

it('the stored files may be deleted at any time', async () => {
  const folder = join(site.config.dataDir, 'generated');
  await get('/sitemap-pages.xml');
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
  expect((await get('/sitemap-pages.xml')).statusCode).toBe(200);
});
