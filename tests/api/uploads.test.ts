/** Uploads are in the database, so that every process of a site serves them. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createUploadReader } from '#domain/uploads/uploads.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let other: TestSite;
/** Of a website that was submitted to the first site. */
let logo: string;
beforeAll(async () => {
  site = await startTestSite();
  other = await startTestSite(site.sameDatabase);
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } }).png();
  const form = new FormData();
  form.append('name', 'Lantern Row');
  form.append('link', 'https://example.com/');
  form.append('email', 'row@example.com');
  form.append('logo', new Blob([new Uint8Array(await picture.toBuffer())]), 'logo.png');
  expect((await fetch(`${site.url}/api/add-website`, { method: 'POST', body: form })).status).toBe(200);
  const partner = await site.database.db.selectFrom('partners').select('logo').executeTakeFirstOrThrow();
  logo = partner.logo;
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});

const store = (name: string) =>
  site.database.db
    .insertInto('uploads')
    .values({ name, content: Buffer.from('RIFF') })
    .execute();

it.each(['', '/api'])(
  'a logo that was uploaded to one process is served by another, under %s/uploads',
  async (prefix) => {
    const { url } = other;
    const response = await fetch(url + prefix + logo);
    expect(response.status).toBe(200);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const content = Buffer.from(await response.arrayBuffer());
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 40 });

    const head = await fetch(url + prefix + logo, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);

    const again = await fetch(url + prefix + logo, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, headers['cache-control']]);
  },
);

it.each([
  `logos/${'0'.repeat(32)}.webp`,
  'logos/page.html',
  'logos/0.webp',
  `logos/${'F'.repeat(32)}.webp`,
  `logos/${'0'.repeat(31)}/.webp`,
  `${'0'.repeat(32)}.webp`,
  `logos/../${'0'.repeat(32)}.webp`,
  '../secret.key',
  '..%2fsecret.key',
  'logos/',
  '',
])('/uploads/%s is not found', async (name) => {
  for (const prefix of ['', '/api'])
    expect((await site.app.inject({ url: `${prefix}/uploads/${name}` })).statusCode).toBe(404);
});

it('serves nothing under a name that no upload has, whatever is in the table', async () => {
  const name = 'logos/page.html';
  await store(name);
  expect((await site.app.inject({ url: `/uploads/${name}` })).statusCode).toBe(404);
});

it('serves an upload that was removed for three seconds at most', async () => {
  const { db } = site.database;
  const name = `logos/${'5'.repeat(32)}.webp`;
  await store(name);
  const { read } = createUploadReader(db);
  expect(await read(name)).toMatchObject({ content: Buffer.from('RIFF') });
  await db.deleteFrom('uploads').where('name', '=', name).execute();
  expect(await read(name)).toMatchObject({ content: Buffer.from('RIFF') });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_001);
  onTestFinished(() => clock.mockRestore());
  // The cache looks at the clock once a millisecond.
  await expect.poll(() => read(name)).toBeUndefined();
});
