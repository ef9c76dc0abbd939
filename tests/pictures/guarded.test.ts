/** The image proxy serves pictures of the catalogue and nothing else, and survives whatever their hosts send. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilVisible } from '#api/http/wait-until-visible.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { addVideo, addVideos, type VideoFacts } from '../support/catalogue.ts';
import { openPictureHost, type PictureHost, type PictureListener, thumbnail } from '../support/picture-host.ts';
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

const get = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

const timesAsked = (path: string) => host.asked.filter((asked) => asked === path).length;

describe('what is no picture of the catalogue', () => {
  it.each([
    ['another width', (picture: string) => `${picture}/321.webp`],
    ['another format', (picture: string) => `${picture}/320.jpg`],
    ['another hash', (picture: string) => `${picture.slice(0, -20)}${'0'.repeat(20)}/320.webp`],
    ['another video', (picture: string) => `${picture.replace(/v\d+/, 'v1')}/320.webp`],
    ['another kind', (picture: string) => `${picture.replace('/v', '/s')}/320.webp`],
    ['a name with a null character', (picture: string) => `/picture/sa%00b${picture.slice(-21)}/320.webp`],
    ['no video at all', () => '/picture/v99999999999/320.webp'],
    ['a URL', () => `/picture/${encodeURIComponent('https://example.com/1.jpg')}/320.webp`],
    ['a path', () => '/picture/..%2f..%2fsecret-key/320.webp'],
    ['whatever a stranger names', () => `/picture/any/320.webp?url=${encodeURIComponent(`${host.url}/1.jpg`)}`],
  ])('%s: is not found, and nobody is asked for it', async (_name, pathOf) => {
    await add({ imageUrl: `${host.url}/1.jpg` });
    const { picture } = await add({ imageUrl: `${host.url}/never.jpg` });
    const before = host.asked.length;
    const { status, body } = await get(pathOf(picture));
    expect([status, JSON.parse(body.toString())]).toEqual([
      404,
      expect.objectContaining({ message: expect.stringMatching(/\.$/) }),
    ]);
    expect(host.asked.length).toBe(before);
  });
});

describe('a picture that may not be seen any more', () => {
  const states: [string, Partial<Record<'state' | 'deleted_at', string>>][] = [
    ['withheld', { state: 'withheld' }],
    ['a draft', { state: 'draft' }],
    ['deleted', { deleted_at: '2026-01-01' }],
  ];
  it.each(states)('is gone at once, and from the disk, when its post is %s', async (_name, change) => {
    const { _id, picture } = await add({ imageUrl: `${host.url}/${_name.length}0.jpg` });
    expect((await get(`${picture}/320.webp`)).status).toBe(200);
    const hash = picture.slice(-20);
    const folder = join(site.config.dataDir, 'pictures', hash.slice(0, 2), hash);
    expect(existsSync(folder)).toBe(true);
    const asked = host.asked.length;
    await site.database.db
      .updateTable('videos')
      .set(change as { state: 'draft' })
      .where('id', '=', Number(_id))
      .execute();
    await waitUntilVisible(site.index);
    expect((await get(`${picture}/320.webp`)).status).toBe(404);
    expect((await get(`/picture/v${_id}/320.webp`)).status).toBe(404);
    await expect.poll(() => existsSync(folder)).toBe(false);
    // It is visible again, and has to be fetched again.
    await site.database.db
      .updateTable('videos')
      .set({ state: 'published', deleted_at: null })
      .where('id', '=', Number(_id))
      .execute();
    await waitUntilVisible(site.index);
    expect((await get(`${picture}/320.webp`)).status).toBe(200);
    expect(host.asked.length).toBe(asked + 1);
  });
});

const send =
  (body: Buffer | string, type = 'image/jpeg'): PictureListener =>
  (_request, response) =>
    response.setHeader('content-type', type).end(body);

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

/** 30,000 x 30,000 pixels in a file of about 100 bytes: the header alone says so. */
const bomb = async () => {
  const small = await plain(8, 8).png().toBuffer();
  small.writeUInt32BE(30_000, 16);
  small.writeUInt32BE(30_000, 20);
  return small;
};

describe('a host that sends', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [string, () => Promise<PictureListener>][] = [
    ['SVG with a script', async () => send(script, 'image/svg+xml')],
    ['SVG as JPEG', async () => send(script)],
    ['HTML', async () => send('<!doctype html><h1>Gone</h1>', 'text/html')],
    ['nothing', async () => send('')],
    ['a bomb', async () => send(await bomb(), 'image/png')],
    ['20,000 pixels', async () => send(await plain(20_000, 2).png().toBuffer(), 'image/png')],
    ['a truncated file', async () => send((await thumbnail(3)).subarray(0, 300))],
    [
      'random bytes after a signature',
      async () => send(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), deflateSync('x'.repeat(999))])),
    ],
    ['more than 8 MB', async () => send(Buffer.concat([await thumbnail(3), Buffer.alloc(9 * 1024 * 1024)]))],
    ['404', async () => (_request, response) => response.writeHead(404).end()],
    ['500', async () => (_request, response) => response.writeHead(500).end()],
    [
      'a redirect to a private address',
      async () => (_request, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    ],
    [
      'a redirect to itself',
      async () => (request, response) => response.writeHead(302, { location: request.url }).end(),
    ],
    [
      'half a response',
      async () => (_request, response) => {
        response.writeHead(200, { 'content-length': 999_999 });
        response.write('x');
        setImmediate(() => response.destroy());
      },
    ],
  ];
  /** What may pass. The others have no picture. */
  const passing = ['500', 'a redirect to itself', 'half a response'];
  it.each(cases)('%s is an error with a drawing, and not asked again soon', async (name, listenerOf) => {
    const [status, seconds] = passing.includes(name) ? [502, 60] : [404, 600];
    const path = `/hostile-${encodeURIComponent(name)}`;
    host.on(path, await listenerOf());
    const { picture } = await add({ imageUrl: host.url + path });
    const first = await get(`${picture}/640.webp`);
    expect([first.status, first.headers.get('content-type')]).toEqual([status, 'image/svg+xml; charset=utf-8']);
    expect(first.headers.get('cache-control')).toContain(`max-age=${seconds},`);
    expect(first.body.toString()).not.toContain('alert');
    const asked = timesAsked(path);
    const second = await get(`${picture}/320.avif`);
    expect([second.status, second.headers.get('content-type')]).toEqual([status, 'image/svg+xml; charset=utf-8']);
    expect(timesAsked(path)).toBe(asked);
  });

  it.each([
    ['one pixel', () => plain(1, 1).png().toBuffer(), 1],
    ['a narrow strip', () => plain(2, 4_000).png().toBuffer(), 1],
    [
      'transparency',
      () =>
        sharp({ create: { width: 900, height: 600, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      320,
    ],
    ['grey', () => plain(900, 600).toColourspace('b-w').jpeg().toBuffer(), 320],
    ['CMYK', () => plain(900, 600).toColourspace('cmyk').jpeg().toBuffer(), 320],
    [
      'an animation',
      async () => {
        const frames = [plain(400, 300).png().toBuffer(), plain(400, 300).negate().png().toBuffer()];
        return sharp(await Promise.all(frames), { join: { animated: true } })
          .gif()
          .toBuffer();
      },
      320,
    ],
  ])('%s gets one still picture', async (name, make, width) => {
    const path = `/odd-${encodeURIComponent(name)}`;
    host.on(path, send(await make(), 'image/png'));
    const { picture } = await add({ imageUrl: host.url + path });
    const { headers, body } = await get(`${picture}/320.webp`);
    expect(headers.get('content-type')).toBe('image/webp');
    const metadata = await sharp(body).metadata();
    expect([metadata.width, metadata.pages ?? 1]).toEqual([width, 1]);
  });
});

it('many visitors who want the same picture make one request and one picture', async () => {
  const { picture } = await add({ imageUrl: `${host.url}/once.jpg` });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${picture}/320.webp`)));
  expect(new Set(answers.map(({ body }) => body.toString('hex'))).size).toBe(1);
  expect(timesAsked('/once.jpg')).toBe(1);
});

it('of many pictures wanted at once, some are put off with a drawing that nobody keeps', async () => {
  const ids = await addVideos(site.database.db, 120);
  const answering = Promise.withResolvers<void>();
  for (const id of ids)
    host.on(`/flood?${id}`, (_request, response) => answering.promise.then(() => response.writeHead(404).end()));
  await sql`update videos set image_url = ${`${host.url}/flood?`} || id where id = any(${ids}::bigint[])`.execute(
    site.database.db,
  );
  await waitUntilVisible(site.index);
  let refused = 0;
  const answers = ids.map(async (id) => {
    const { picture } = (await site.app.inject({ method: 'POST', url: `/api/getVideo/${id}` })).json();
    const { statusCode, headers } = await site.app.inject(`${picture}/320.webp`);
    if (headers['cache-control'] === 'private, no-store') refused++;
    return [statusCode, headers['content-type']];
  });
  // A hundred may wait for a host, while it answers four (tests/unit/pictures/failures.test.ts).
  await expect.poll(() => refused).toBeGreaterThanOrEqual(16);
  answering.resolve();
  const statuses = new Set((await Promise.all(answers)).map((answer) => answer.join(' ')));
  expect([...statuses].sort()).toEqual(['404 image/svg+xml; charset=utf-8', '503 image/svg+xml; charset=utf-8']);
});

it('is off when the setting is off: pages have the pictures of their hosts', async () => {
  const { _id, picture } = await add({ imageUrl: `${host.url}/77.jpg` });
  await site.database.db
    .insertInto('settings')
    .values({ key: 'site', value: JSON.stringify({ imageProxy: false }) })
    .execute();
  const read = async () => (await fetch(`${site.url}/api/getVideo/${_id}`, { method: 'POST' })).json();
  await expect.poll(read).not.toHaveProperty('picture');
  for (const path of [`${picture}/640.webp`, `/picture/v${_id}/640.webp`]) {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([302, `${host.url}/77.jpg`]);
  }
  expect(timesAsked('/77.jpg')).toBe(0);
});
