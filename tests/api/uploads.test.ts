/** Uploads are in the database, so that every process of a site serves them. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createUploadReader } from '#domain/uploads/uploads.ts';
import { addVideo } from '../support/catalogue.ts';
import { createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let other: TestSite;
/** Of a website that was submitted to the first site. */
let logo: string;
/** Of an admin. */
let cookie: string;
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
  // As an admin approves it.
  const partner = site.database.db.updateTable('partners').set({ active: true }).returning('logo');
  ({ cookie } = await createSignedInAdmin(site, 'admin'));
  ({ logo } = await partner.executeTakeFirstOrThrow());
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
      'cache-control': 'public, max-age=86400, s-maxage=1, proxy-revalidate',
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

describe('an upload', () => {
  let uploads = 0;
  const add = async (folder = 'images') => {
    const name = `${folder}/${(++uploads).toString(16).padStart(32, 'a')}.webp`;
    await store(name);
    return `/uploads/${name}`;
  };
  const answerOf = async (path: string, from = '') => {
    const { statusCode, headers } = await site.app.inject({ url: path, headers: { cookie: from } });
    return [statusCode, headers['cache-control']];
  };
  const shown = [200, 'public, max-age=86400, s-maxage=1, proxy-revalidate'];
  const hidden = [404, 'private, no-store'];
  const post = async (path: string, more: object) => {
    const id = await addVideo(site.database.db, { imageUrl: path });
    if (Object.keys(more).length > 0)
      await site.database.db.updateTable('videos').set(more).where('id', '=', id).execute();
  };

  it.each([
    ['a published post', {}, shown],
    ['a post that was deleted', { deleted_at: new Date() }, hidden],
    ['a post that is scheduled', { state: 'scheduled', publish_at: new Date(Date.now() + 1e9) }, hidden],
    ['a draft', { state: 'draft' }, hidden],
    ['a post that a block withholds', { state: 'withheld', withheld_from: 'published' }, hidden],
  ])('of %s is for visitors only while the post is, and for admins always', async (_name, state, expected) => {
    const path = await add();
    await post(path, state);
    expect(await answerOf(path)).toEqual(expected);
    expect((await answerOf(path, cookie))[0]).toBe(200);
  });

  it('of a deleted post is public if another record that visitors see shows it', async () => {
    const { db } = site.database;
    const showing: ((path: string) => Promise<unknown>)[] = [
      (path) => post(path, {}),
      (path) => post('/art/video/1.svg', { preview_urls: [path] }),
      (path) => post(site.config.siteUrl + path, {}),
      (path) =>
        db
          .insertInto('performers')
          .values({ slug: `star-${uploads}`, name: 'Star', image_url: path })
          .execute(),
      (path) =>
        db
          .insertInto('tags')
          .values({ slug: `tag-${uploads}`, name: 'Tag', image_url: path })
          .execute(),
      (path) =>
        db
          .insertInto('partners')
          .values({ name: 'Pier', url: 'https://example.com', logo: path, active: true })
          .execute(),
      (path) =>
        db.insertInto('channels').values({ name: 'Jetty', url: 'https://example.com', thumbnail: path }).execute(),
      (path) =>
        db
          .insertInto('settings')
          .values({ key: 'site', value: JSON.stringify({ banners: [{ image: path, url: '/tags' }] }) })
          .execute(),
    ];
    for (const show of showing) {
      const path = await add();
      await post(path, { deleted_at: new Date() });
      await show(path);
      expect([show.toString(), await answerOf(path)]).toEqual([show.toString(), shown]);
    }
    await db.deleteFrom('settings').where('key', '=', 'site').execute();
  });

  it('that no record shows, or only one that visitors do not see, is for admins', async () => {
    const { db } = site.database;
    const path = await add('logos');
    expect(await answerOf(path)).toEqual(hidden);
    const waiting = await add('logos');
    await db.insertInto('partners').values({ name: 'Quay', url: 'https://example.com', logo: waiting }).execute();
    expect(await answerOf(waiting)).toEqual(hidden);
  });
});

it('serves an upload that was removed for three seconds at most', async () => {
  const { db } = site.database;
  const name = `logos/${'5'.repeat(32)}.webp`;
  await store(name);
  const { read } = createUploadReader(db, site.config.siteUrl);
  expect(await read(name)).toMatchObject({ content: Buffer.from('RIFF') });
  await db.deleteFrom('uploads').where('name', '=', name).execute();
  expect(await read(name)).toMatchObject({ content: Buffer.from('RIFF') });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_001);
  onTestFinished(() => clock.mockRestore());
  // The cache looks at the clock once a millisecond.
  await expect.poll(() => read(name)).toBeUndefined();
});
