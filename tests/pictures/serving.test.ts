/** The image proxy: pictures of other sites, fetched, re-encoded and served by this one. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilVisible } from '#api/http/wait-until-visible.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { hashPicture } from '#domain/stay-down/hash-picture.ts';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { createPictureScreen } from '#domain/stay-down-matches/picture-screen.ts';
import { drawScene } from '../stay-down/picture-server.ts';
import { addVideo, type VideoFacts } from '../support/catalogue.ts';
import { storeCase } from '../support/open-case.ts';
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

const add = async (facts: VideoFacts): Promise<VideoRecord & { picture: string }> => {
  const id = await addVideo(site.database.db, facts);
  await waitUntilVisible(site.index);
  const response = await fetch(`${site.url}/api/getVideo/${id}`, { method: 'POST' });
  return (await response.json()) as VideoRecord & { picture: string };
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

describe('a picture that a case removed', () => {
  const remove = async (path: string) => {
    const { db } = site.database;
    const { _id, picture } = await add({ imageUrl: host.url + path });
    expect((await get(`${picture}/320.webp`)).status).toBe(200);
    const { id } = await storeCase(db, { kind: 'intimate_image' });
    await db.transaction().execute((tx) => keepDown(tx, id, { videoIds: [Number(_id)] }));
  };
  const stateOf = async (id: string) =>
    (await site.database.db.selectFrom('videos').select('state').where('id', '=', Number(id)).executeTakeFirstOrThrow())
      .state;
  const hostAs = async (path: string, file: Promise<Buffer>) => {
    const content = await file;
    host.on(path, (_request, response) => response.end(content));
  };

  it('is not served from another URL, not even once, and the post that has it is withheld', async () => {
    await hostAs('/removed.png', drawScene(41).png().toBuffer());
    await hostAs('/copy.jpg', drawScene(41).flop().jpeg({ quality: 60 }).toBuffer());
    await hostAs('/other.jpg', drawScene(42).jpeg().toBuffer());
    await remove('/removed.png');
    const [copy, other] = [
      await add({ imageUrl: `${host.url}/copy.jpg` }),
      await add({ imageUrl: `${host.url}/other.jpg` }),
    ];
    const { status, headers } = await get(`${copy.picture}/320.avif`);
    expect([status, headers.get('content-type')]).toEqual([404, 'image/svg+xml; charset=utf-8']);
    expect([await stateOf(copy._id), (await get(`${other.picture}/320.webp`)).status]).toEqual(['withheld', 200]);
  });

  it('is not served from what was stored before anything was hashed', async () => {
    const { db } = site.database;
    await hostAs('/stored.jpg', drawScene(43).jpeg().toBuffer());
    await hostAs('/gone.png', drawScene(43).png().toBuffer());
    const copy = await add({ imageUrl: `${host.url}/stored.jpg` });
    expect((await get(`${copy.picture}/320.webp`)).status).toBe(200);
    await db.deleteFrom('image_hashes').where('image_url', '=', `${host.url}/stored.jpg`).execute();
    await remove('/gone.png');
    const fresh = createPictureScreen(db);
    expect(await fresh.isKnown(`${host.url}/stored.jpg`)).toBe(false);
    expect(await fresh.isKnown(`${host.url}/gone.png`)).toBe(true);
    const hashes = await hashPicture(await drawScene(43).jpeg().toBuffer());
    expect([await fresh.admit(`${host.url}/stored.jpg`, hashes), await stateOf(copy._id)]).toEqual([false, 'withheld']);
  });
});
