import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { removeUnusedImages } from '#domain/uploads/uploads.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await startTestSite();
  cookie = (await createSignedInAdmin(site, 'admin')).cookie;
});
afterAll(() => site.stop());

const picture = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Says that it is so large, which is all that is read of it. */
const claimedPicture = async (width: number, height: number) => {
  const png = await picture(1, 1);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

const upload = async (content: Buffer | undefined, field = 'image') => {
  const form = new FormData();
  if (content) form.append(field, new Blob([new Uint8Array(content)]), 'image.png');
  const response = await fetch(`${site.url}/api/uploads`, { method: 'POST', body: form, headers: { cookie } });
  return { status: response.status, body: await response.json() };
};

it('an image is stored as a WebP of at most 1280 pixels a side, and shown to admins until a record uses it', async () => {
  const { status, body } = await upload(await picture(1600, 800));
  expect(status).toBe(200);
  expect(body.url).toMatch(/^\/uploads\/images\/[0-9a-f]{32}\.webp$/);
  expect((await fetch(site.url + body.url)).status).toBe(404);
  const served = await fetch(site.url + body.url, { headers: { cookie } });
  expect(served.headers.get('cache-control')).toBe('private, no-store');
  const { width, height, format } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
  expect({ width, height, format }).toEqual({ width: 1280, height: 640, format: 'webp' });
});

it('what is no image, too large or missing is refused with a sentence', async () => {
  const sentences = await Promise.all([
    upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    upload(Buffer.alloc(limits.uploadedImage.bytes + 1)),
    upload(await claimedPicture(limits.uploadedImage.side + 1, 1)),
    upload(await claimedPicture(12_000, 12_000)),
    upload(undefined),
    upload(await picture(9, 9), 'logo'),
  ]);
  expect(sentences.map(({ status, body }) => [status, body.message])).toEqual([
    [400, 'The image could not be read as an image.'],
    [400, 'The image may be at most 2 MB.'],
    [400, 'The image may be at most 4096 pixels wide and high.'],
    [400, 'The image may be at most 4096 pixels wide and high.'],
    [400, 'Choose an image to upload.'],
    [400, 'logo is not a known field.'],
  ]);
});

it('two files at once are refused with a sentence', async () => {
  const form = new FormData();
  for (const name of ['one', 'two'])
    form.append('image', new Blob([new Uint8Array(await picture(9, 9))]), `${name}.png`);
  const response = await fetch(`${site.url}/api/uploads`, { method: 'POST', body: form, headers: { cookie } });
  expect([response.status, (await response.json()).message]).toEqual([400, 'Send one file at a time.']);
});

it('images that nothing uses are removed after 30 days, but not those of posts, stars, tags and deleted posts', async () => {
  const call = callerOf(site, cookie);
  const urlOf = async (background: string) => (await upload(await picture(20, 20, background))).body.url as string;
  const [used, star, deleted, tag, replaced, unused] = [
    await urlOf('red'),
    await urlOf('green'),
    await urlOf('blue'),
    await urlOf('pink'),
    await urlOf('grey'),
    await urlOf('gold'),
  ];
  const post = { titel: 'Quiet harbour', Category: 'viral', link: 'https://example.com/1' };
  await call('POST', '/postdata', { ...post, imageUrl: used, tags: ['pier'] });
  // Describing it anew can be undone.
  for (const image of [replaced, tag]) await call('PUT', '/names/tag/pier/description', { description: '', image });
  await call('POST', '/stars', { name: 'Isla Torven', image: star });
  const { _id } = (await call('POST', '/postdata', { ...post, imageUrl: deleted })).json().post;
  await call('DELETE', `/deletepost/${_id}`);
  const { db, pool } = site.database;
  await removeUnusedImages(db);
  expect(await db.selectFrom('uploads').select('name').where('name', '=', unused.slice(9)).execute()).toHaveLength(1);
  await pool.query(`update uploads set created_at = now() - interval '31 days'`);
  await removeUnusedImages(db);
  const left = await db.selectFrom('uploads').select('name').execute();
  expect(left.map(({ name }) => `/uploads/${name}`).toSorted()).toEqual(
    [used, star, deleted, tag, replaced].toSorted(),
  );
});
