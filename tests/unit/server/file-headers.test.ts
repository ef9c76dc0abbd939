/** How long browsers may reuse files: for ever if their name changes with their content, otherwise for a day. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRasteriser } from '#domain/pictures/rasterise.ts';
import { serveStaticFiles } from '#server/pages/page-source.ts';
import { registerImages } from '#server/pictures.ts';

const logo = 'logos/0123456789abcdef0123456789abcdef.webp';
const image = 'images/0123456789abcdef0123456789abcdef.webp';
const uploads = [logo, image];
const immutable = 'public, max-age=31536000, immutable';
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-files-'));
  const files = ['client/assets/app-a1b2.js', 'client/favicon.ico', 'client/assets.txt', 'client/.hidden'];
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  writeFileSync(join(folder, 'client/assets/app-a1b2.js.br'), 'compressed');
  app = Fastify();
  await serveStaticFiles(app, folder, { read: async () => undefined });
  await app.register(registerImages, {
    uploads: {
      read: async (name) =>
        uploads.includes(name) ? { content: Buffer.from('a picture'), access: 'public' as const } : undefined,
    },
    rasterise: createRasteriser(),
    isAdmin: async () => false,
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = async (url: string, headers = {}) => {
  const { statusCode: status, headers: received, body } = await app.inject({ url, headers });
  return { status, cacheControl: received['cache-control'], type: received['content-type'], received, body };
};

it.each(['/assets/app-a1b2.js', '/art/12.svg', '/art/performer/3.svg', '/art/logo/3.svg'])(
  '%s never changes under its name',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, cacheControl: immutable });
  },
);

it.each(['/favicon.ico', '/assets.txt'])('%s may change, so it is reused for a day', async (path) => {
  expect(await get(path)).toMatchObject({ status: 200, cacheControl: 'public, max-age=86400' });
});

it.each(uploads)('lets proxies keep %s for a moment only, and browsers for a day: it may be removed', async (name) => {
  expect(await get(`/uploads/${name}`)).toMatchObject({
    status: 200,
    cacheControl: 'public, max-age=86400, s-maxage=1, proxy-revalidate',
  });
});

it('serves a compressed file to browsers that accept it', async () => {
  const { received, body } = await get('/assets/app-a1b2.js', { 'accept-encoding': 'br' });
  expect(received['content-encoding']).toBe('br');
  expect(body).toBe('compressed');
  const plain = await get('/assets/app-a1b2.js', { 'accept-encoding': 'br;q=0' });
  expect(plain.received).not.toHaveProperty('content-encoding');
});

it('draws pictures as SVG', async () => {
  expect(await get('/art/12.svg')).toMatchObject({
    type: 'image/svg+xml; charset=utf-8',
    body: expect.stringMatching(/^<svg /),
  });
});

it.each([
  '/.hidden',
  '/assets/',
  '/assets/missing.js',
  '/art/x.svg',
  '/art/1234567890.svg',
  '/art/1.png',
  '/art/nobody/1.svg',
  '/uploads/../client/favicon.ico',
  '/uploads/missing.png',
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
});
