/** Cached pages are served before Fastify sees the request. */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { CachedPage } from '#server/page-cache/cached-page.ts';
import { type CachedPageListener, serveCachedPages } from '#server/page-cache/cached-page-listener.ts';
import type { PageCache } from '#server/page-cache/page-cache.ts';
import type { CountedResponse } from '#server/response-counts.ts';
import { cachedPage } from './cached-pages.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => server?.close(done));
});

const replyWith = (headers: Record<string, string>, requestHeaders: IncomingHttpHeaders = {}) =>
  ({ getHeaders: () => headers, request: { headers: requestHeaders } }) as unknown as FastifyReply;

interface Response {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server with pages in its cache; what isn't served from there is answered with 418. */
const openServer = async (pages: Record<string, CachedPage>, isWithinLimit = () => true) => {
  const cache = { getCached: (key: string) => pages[key] } as unknown as PageCache;
  server = createServer((_request, response) => response.writeHead(418).end('from Fastify'));
  const listener = serveCachedPages(server, cache, {
    mayServe: isWithinLimit,
    storedBy: () => 'everyone',
    onSent: () => {},
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Response>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers: { connection: 'close', ...headers } }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      })
        .on('error', reject)
        .end();
    });
  return { listener, get };
};

const addUrl = (listener: CachedPageListener, url: string, key: string, headers: Record<string, string> = {}) =>
  listener.addUrl(url, { key, count: () => {} }, replyWith(headers));

it('serves only URLs that were added, with the headers of the page and of every response', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  expect((await get('/x')).status).toBe(418);
  addUrl(listener, '/x?utm=1', '/x', { rating: 'RTA', 'x-frame-options': 'DENY' });
  const { status, headers, body } = await get('/x?utm=1');
  expect({ status, body }).toEqual({ status: 200, body: '<p>page</p>' });
  expect(headers).toMatchObject({
    rating: 'RTA',
    'x-frame-options': 'DENY',
    'content-type': 'text/html; charset=utf-8',
    'content-length': '11',
    etag: 'W/"abc-identity"',
    vary: 'Accept-Encoding',
  });
  expect((await get('/x')).status).toBe(418);
  expect(listener.hits()).toBe(1);
});

it('leaves URLs to be redirected that have another title than the page', async () => {
  const page = { ...cachedPage(), headers: { 'content-location': '/x-new' } };
  const { listener, get } = await openServer({ '/x': page });
  for (const url of ['/x-new?a=b', '/x-old?a=b']) addUrl(listener, url, '/x');
  expect((await get('/x-new?a=b')).status).toBe(200);
  expect((await get('/x-old?a=b')).status).toBe(418);
});

it('never repeats headers of one visitor or of another page', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  addUrl(listener, '/x', '/x', {
    rating: 'RTA',
    'set-cookie': 'secret=1',
    'x-ratelimit-remaining': '3',
    'retry-after': '2',
    'content-encoding': 'br',
    'content-length': '999',
    'cache-control': 'no-store',
    etag: '"old"',
    location: '/elsewhere',
  });
  const { headers } = await get('/x');
  for (const name of ['set-cookie', 'x-ratelimit-remaining', 'retry-after', 'content-encoding', 'location'])
    expect(headers, name).not.toHaveProperty(name);
  expect(headers).toMatchObject({ rating: 'RTA', 'content-length': '11', 'cache-control': 'public, max-age=0' });
  expect(headers.etag).toBe('W/"abc-identity"');
});

it('answers HEAD with the headers alone', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  addUrl(listener, '/x', '/x');
  const { status, headers, body } = await get('/x', {}, 'HEAD');
  expect({ status, body, length: headers['content-length'] }).toEqual({ status: 200, body: '', length: '11' });
});

it('answers 304 without a body to a browser that has the page, and repeats its headers', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage(), '/gone': cachedPage({ status: 404 }) });
  addUrl(listener, '/x', '/x', { rating: 'RTA' });
  addUrl(listener, '/gone', '/gone');
  const { status, headers, body } = await get('/x', { 'if-none-match': 'W/"abc-identity"' });
  expect({ status, body }).toEqual({ status: 304, body: '' });
  expect(headers).toMatchObject({ etag: 'W/"abc-identity"', rating: 'RTA', vary: 'Accept-Encoding' });
  expect(headers).not.toHaveProperty('content-length');
  expect((await get('/gone', { 'if-none-match': 'W/"abc-identity"' })).status).toBe(404);
});

it('leaves other methods and cross-origin requests to Fastify', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  addUrl(listener, '/x', '/x');
  expect((await get('/x', {}, 'POST')).status).toBe(418);
  expect((await get('/x', { origin: 'https://front.example.com' })).status).toBe(418);
  expect((await get('/x')).status).toBe(200);
});

it('learns nothing from a response to a cross-origin request', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  const cors = { 'access-control-allow-origin': 'https://front.example.com' };
  listener.addUrl('/x', { key: '/x', count: () => {} }, replyWith(cors, { origin: 'https://front.example.com' }));
  expect((await get('/x')).status).toBe(418);
  addUrl(listener, '/x', '/x');
  expect((await get('/x')).headers).not.toHaveProperty('access-control-allow-origin');
});

it('leaves a page that is not cached in the requested encoding to Fastify', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage({ bodies: { gzip: Buffer.from('zipped') } }) });
  addUrl(listener, '/x', '/x');
  addUrl(listener, '/y', '/y');
  expect((await get('/x', { 'accept-encoding': 'br' })).status).toBe(418);
  expect((await get('/y')).status).toBe(418);
  expect((await get('/x', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
});

it('remembers URLs of up to 500 characters', async () => {
  const { listener, get } = await openServer({ '/x': cachedPage() });
  const url = `/x?${'y'.repeat(497)}`;
  addUrl(listener, url, '/x');
  addUrl(listener, `${url}y`, '/x');
  expect((await get(url)).status).toBe(200);
  expect((await get(`${url}y`)).status).toBe(418);
});

it('leaves requests beyond the limit to Fastify', async () => {
  let left = 1;
  const { listener, get } = await openServer({ '/x': cachedPage() }, () => left-- > 0);
  addUrl(listener, '/x', '/x');
  expect((await get('/x')).status).toBe(200);
  expect((await get('/x')).status).toBe(418);
});

it('counts each response with its method, status, cache state and bytes', async () => {
  const minutesAgo = performance.now() - 120_000;
  const pages = {
    '/x': cachedPage(),
    '/old': cachedPage({ renderedAt: minutesAgo }),
    '/gone': cachedPage({ status: 404 }),
  };
  const { listener, get } = await openServer(pages);
  const counted: [route: string, CountedResponse][] = [];
  for (const key of Object.keys(pages))
    listener.addUrl(key, { key, count: (response) => counted.push([key, response]) }, replyWith({}));
  await get('/x');
  await get('/x', {}, 'HEAD');
  await get('/x', { 'if-none-match': 'W/"abc-identity"' });
  await get('/old');
  await get('/gone');
  await get('/x', {}, 'POST');
  const seconds = expect.any(Number);
  expect(counted).toEqual([
    ['/x', { method: 'GET', status: 200, cache: 'hit', bytes: 11, seconds }],
    ['/x', { method: 'HEAD', status: 200, cache: 'hit', bytes: 0, seconds }],
    ['/x', { method: 'GET', status: 304, cache: 'hit', bytes: 0, seconds }],
    ['/old', { method: 'GET', status: 200, cache: 'stale', bytes: 11, seconds }],
    ['/gone', { method: 'GET', status: 404, cache: 'hit', bytes: 11, seconds }],
  ]);
});
