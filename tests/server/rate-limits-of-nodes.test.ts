/** Rate limits hold for all nodes of a site together: each allows its share. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';

const rateLimit = 7;
const overrides = { rateLimit, trustProxy: true };
/** Nodes count each other at each heartbeat. */
const often = { heartbeatEveryMs: 100 };
let site: TestSite;
let other: TestSite;
let visitors = 0;
let ip: string;

const liveNodes = async ({ metricsUrl }: TestSite) =>
  /^marquee_nodes (\d+)$/m.exec(await (await fetch(metricsUrl ?? '')).text())?.[1];

beforeAll(async () => {
  site = await startTestSite({ ...overrides, nodeName: 'first' }, often);
  other = await startTestSite({ ...overrides, ...site.sameDatabase, nodeName: 'second' }, often);
});
afterAll(() => site.stop());
beforeEach(() => {
  ip = `192.0.2.${++visitors}`;
});

const request = (url: string, method = 'GET') => fetch(url, { method, headers: { 'x-forwarded-for': ip } });

/** How many requests the visitor may make to a node before the first 429. */
const allowed = async ({ url }: TestSite, path: string, method?: string) => {
  for (let count = 0; count < 200; count++) {
    const response = await request(url + path, method);
    await response.arrayBuffer();
    if (response.status === 429) return count;
  }
  return undefined;
};

it('both nodes soon know that there are two', async () => {
  await expect.poll(() => liveNodes(site)).toBe('2');
  await expect.poll(() => liveNodes(other)).toBe('2');
});

it.each([
  ['calls', '/api/tags', 'GET', 4],
  ['files', '/art/1.svg', 'GET', 35],
  ['unknown paths', '/nothing', 'POST', 4],
  // A limit of its own: 120 a minute.
  ['views', '/api/updateviews/1', 'POST', 60],
])('%s are limited to half on each of two nodes, rounded up', async (_kind, path, method, share) => {
  expect(await allowed(site, path, method)).toBe(share);
  expect(await allowed(other, path, method)).toBe(share);
});

it('so are cached pages', async () => {
  for (const { url } of [site, other]) await (await request(`${url}/tags`)).text();
  ip = `192.0.2.${++visitors}`;
  // They have the limit of files, and then that of other pages.
  expect(await allowed(site, '/tags')).toBe(35 + 4);
  expect(await allowed(other, '/tags')).toBe(35 + 4);
});

it('headers say what the node allows', async () => {
  const { headers } = await request(`${site.url}/api/tags`);
  expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['4', '3']);
});

it('when a node stops, the other allows everything', async () => {
  await (await request(`${site.url}/tags`)).text();
  await other.stop();
  await expect.poll(() => liveNodes(site)).toBe('1');
  ip = `192.0.2.${++visitors}`;
  expect(await allowed(site, '/api/tags')).toBe(rateLimit);
  ip = `192.0.2.${++visitors}`;
  expect(await allowed(site, '/tags')).toBe(10 * rateLimit + rateLimit);
});
