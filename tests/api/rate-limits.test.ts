/** Nothing is exempt from a limit. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDir } from '#server/web-build.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const [asset] = readdirSync(join(buildDir, 'client/assets'));
const rateLimit = 3;
const cheapLimit = 10 * rateLimit;
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ rateLimit, trustProxy: true });
});
afterAll(() => site.stop());

/** How many requests a visitor may make before the first 429; undefined if there is no limit. */
const allowed = async (ip: string, path: string, method = 'GET'): Promise<number | undefined> => {
  for (let count = 0; count < 100; count++) {
    const response = await fetch(site.url + path, { method, headers: { 'x-forwarded-for': ip } });
    await response.arrayBuffer();
    if (response.status === 429) return count;
  }
  return undefined;
};

it.each([
  ['192.0.2.1', '/art/1.svg'],
  ['192.0.2.2', '/api/art/1.svg'],
  ['192.0.2.3', '/uploads/none.webp'],
  ['192.0.2.4', `/assets/${asset}`],
  ['192.0.2.5', '/healthz'],
])('%s has a high limit for %s, apart from other requests', async (ip, path) => {
  expect(await allowed(ip, path)).toBe(cheapLimit);
  expect(await allowed(ip, '/api/tags')).toBe(rateLimit);
});

it.each([
  ['192.0.2.6', '/api/tags'],
  ['192.0.2.7', '/sitemap-pages.xml'],
  ['2001:db8::1', '/admin'],
  ['192.0.2.10', '/nothing', 'POST'],
  ['192.0.2.11', '/api/nothing', 'POST'],
  ['192.0.2.12', '/', 'DELETE'],
])('%s has the usual limit for %s', async (ip, path, method?: string) => {
  expect(await allowed(ip, path, method)).toBe(rateLimit);
});

it('cached pages have the high limit, then the usual one', async () => {
  await allowed('192.0.2.8', '/new-content');
  expect(await allowed('192.0.2.9', '/new-content')).toBe(cheapLimit + rateLimit);
});

it('IPv6 addresses of one /64 are one visitor', async () => {
  await allowed('2001:db8:1:2::1', '/api/tags');
  expect(await allowed('2001:db8:1:2:3:4:5:6', '/api/tags')).toBe(0);
  expect(await allowed('2001:db8:1:3::1', '/api/tags')).toBe(rateLimit);
});
