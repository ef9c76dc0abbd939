/** Every response is counted by route, status and cache state, also those that are sent before Fastify. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDir } from '#server/web-build.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true });
});
afterAll(() => site.stop());

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(site.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'accept-encoding': 'identity', ...init.headers },
  });
  return { etag: response.headers.get('etag') ?? '', bytes: (await response.arrayBuffer()).byteLength };
};

interface Labels {
  method?: string;
  route: string;
  status?: number;
  cache: string;
}

/** How many responses have these labels, and the bytes of their bodies. */
const counted = async ({ method = 'GET', route, status = 200, cache }: Labels) => {
  const lines = (await (await fetch(site.metricsUrl ?? '')).text()).split('\n');
  const labels = `{method="${method}",route="${route}",status="${status}",cache="${cache}"} `;
  const sampleOf = (name: string) =>
    Number(lines.find((line) => line.startsWith(name + labels))?.slice((name + labels).length) ?? 0);
  return [sampleOf('marquee_request_duration_seconds_count'), sampleOf('marquee_response_bytes_total')];
};

it('a page is counted with its route when it is rendered and when it is cached', async () => {
  const route = '/tag/:tag';
  const { bytes, etag } = await get('/tag/milf');
  expect(await counted({ route, cache: 'miss' })).toEqual([1, bytes]);
  await get('/tag/milf');
  await get('/tag/milf');
  expect(await counted({ route, cache: 'hit' })).toEqual([2, 2 * bytes]);
  // Another URL of the same page is answered by Fastify.
  await get('/tag/milf?utm=1');
  expect(await counted({ route, cache: 'hit' })).toEqual([3, 3 * bytes]);

  await get('/tag/milf', { headers: { 'if-none-match': etag } });
  expect(await counted({ route, status: 304, cache: 'hit' })).toEqual([1, 0]);
  await get('/tag/milf', { method: 'HEAD' });
  expect(await counted({ route, method: 'HEAD', cache: 'hit' })).toEqual([1, 0]);
  await get('/TAG/milf');
  expect(await counted({ route, status: 301, cache: 'hit' })).toEqual([1, 0]);
  expect(await counted({ route, cache: 'miss' })).toEqual([1, bytes]);
});

it('unknown paths share one route, whatever they are', async () => {
  const route = '/*';
  const { bytes } = await get('/no-such-page-1');
  expect(await counted({ route, status: 404, cache: 'miss' })).toEqual([1, bytes]);
  await get('/no-such-page-1');
  await get('/no-such-page-2');
  expect(await counted({ route, status: 404, cache: 'hit' })).toEqual([2, 2 * bytes]);
});

it('calls and pages of the back-office are never cached', async () => {
  const { bytes } = await get('/api/tags');
  expect(await counted({ route: '/api/tags', cache: 'none' })).toEqual([1, bytes]);
  await get('/admin');
  const [admin] = await counted({ route: '/*', cache: 'none' });
  expect(admin).toBe(1);
});

it('the files of the build share one route, since each build has other names', async () => {
  const names = readdirSync(join(buildDir, 'client/assets')).filter((name) => name.endsWith('.js'));
  const [first, second] = [await get(`/assets/${names[0]}`), await get(`/assets/${names[1]}`)];
  expect(await counted({ route: '/assets/*', cache: 'none' })).toEqual([2, first.bytes + second.bytes]);
  const { bytes } = await get('/assets/of-no-build.js');
  expect(await counted({ route: '/assets/*', status: 404, cache: 'none' })).toEqual([1, bytes]);
});
