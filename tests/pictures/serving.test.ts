/** The image proxy: pictures of other sites, fetched, re-encoded and served by this one. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntilVisible } from '#api/http/wait-until-visible.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { addVideo, type VideoFacts } from '../support/catalogue.ts';
import { openPictureHost, type PictureHost, thumbnail } from '../support/picture-host.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let host: PictureHost;
let site: TestSite;
beforeAll(async () => {
  host = await openPictureHost();
  site = await startTestSite({ fetchAllow: host.allow });
});
afterAll(async () => {
  await site.stop();
  await host.close();
});

const add = async (facts: VideoFacts): Promise<VideoRecord> => {
  const id = await addVideo(site.database.db, facts);
  await waitUntilVisible(site.index);
  const response = await fetch(`${site.url}/api/getVideo/${id}`, { method: 'POST' });
  return (await response.json()) as VideoRecord;
};

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

it.each([320, 640, 1280])('serves a picture %i pixels wide, which browsers keep for a day', async (width) => {
  const { picture, imageUrl } = await add({ imageUrl: `${host.url}/${width}.jpg` });
  expect(imageUrl).toBe(`${host.url}/${width}.jpg`);
  const { status, headers, body } = await get(`${picture}/${width}.webp`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=1, proxy-revalidate');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width, height: (width * 9) / 16 });
  expect(body.length).toBeLessThan((await thumbnail(width)).length);
  const again = await get(`${picture}/${width}.webp`, { 'if-none-match': headers.get('etag') ?? '' });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect(host.asked.filter((path) => path === `/${width}.jpg`)).toHaveLength(1);
});

it('serves WebP at once where AVIF is wanted, and AVIF when it is encoded', async () => {
  const { picture } = await add({ imageUrl: `${host.url}/11.jpg` });
  const first = await get(`${picture}/320.avif`);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(first.headers.get('cache-control')).toContain('max-age=60,');
  await expect.poll(async () => (await get(`${picture}/320.avif`)).headers.get('content-type')).toBe('image/avif');
  const { headers, body } = await get(`${picture}/320.avif`);
  expect(headers.get('cache-control')).toContain('max-age=86400');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'heif', width: 320 });
  expect(body.length).toBeLessThan(first.body.length);
});
