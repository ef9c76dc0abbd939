/** Nothing is exempt from a limit, except search engines. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlerDns } from '#server/connections/crawlers.ts';
import { buildDir } from '#server/web-build.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const [asset] = readdirSync(join(buildDir, 'client/assets'));
const rateLimit = 2;
const cheapLimit = 10 * rateLimit;
/** Whoever may make that many is not limited. */
const moreThanAllLimits = cheapLimit + 2 * rateLimit;
let site: TestSite;
/** Names of IPs, and IPs of names. Others have none. */
const records: Record<string, string[]> = {
  '66.249.66.1': ['crawl-1.googlebot.com'],
  'crawl-1.googlebot.com': ['66.249.66.1'],
  '66.249.66.2': ['crawl-2.googlebot.com'],
  'crawl-2.googlebot.com': ['66.249.66.2'],
  '203.0.113.5': ['crawl-1.googlebot.com'],
  '203.0.113.6': ['googlebot.com.evil.example'],
  'googlebot.com.evil.example': ['203.0.113.6'],
  '2001:db8:66::1': ['msnbot-1.search.msn.com'],
  'msnbot-1.search.msn.com': ['2001:DB8:66:0::1'],
};
const lookedUp: string[] = [];
const answer = async (name: string) => {
  lookedUp.push(name);
  const found = records[name];
  if (!found) throw Object.assign(new Error(`queryPtr ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return found;
};
const dns = { reverse: answer, resolve4: answer, resolve6: answer } as unknown as CrawlerDns;
beforeAll(async () => {
  site = await startTestSite({ rateLimit, trustProxy: true, crawlerNetworks: ['198.51.100.0/24'] }, { dns });
});
afterAll(() => site.stop());

/** How many requests a visitor may make before the first 429; undefined if there is no limit. */
const allowed = async (ip: string, path: string, method = 'GET', userAgent = 'none'): Promise<number | undefined> => {
  for (let count = 0; count < moreThanAllLimits; count++) {
    const headers = { 'x-forwarded-for': ip, 'user-agent': userAgent };
    const response = await fetch(site.url + path, { method, headers });
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

it('a visitor with too many requests is told when to retry, others are not limited', async () => {
  const ask = (ip: string) => site.app.inject({ url: '/api/tags', headers: { 'x-forwarded-for': ip } });
  for (let n = 0; n < rateLimit; n++) expect((await ask('192.0.2.13')).statusCode).toBe(200);
  const refused = await ask('192.0.2.13');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toEqual({ success: false, message: expect.stringMatching(/^Too many requests/) });
  expect((await ask('192.0.2.14')).statusCode).toBe(200);
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

describe('search engines', () => {
  const [google, bing] = ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'Mozilla/5.0 (compatible; bingbot/2.0)'];
  /** The first request starts the lookup, which none waits for. */
  const introduce = (ip: string, userAgent: string) => allowed(ip, '/healthz', 'GET', userAgent);

  it.each([
    ['66.249.66.1', google],
    ['2001:db8:66::1', bing],
  ])('%s is let through once DNS has confirmed it, for pages, cached pages and files', async (ip, userAgent) => {
    await introduce(ip, userAgent);
    for (const path of ['/tags', '/tag/none', '/robots.txt', '/api/tags'])
      expect(await allowed(ip, path, 'GET', userAgent), path).toBeUndefined();
  });

  it('is still limited in what it writes', async () => {
    await introduce('66.249.66.2', google);
    expect(await allowed('66.249.66.2', '/nothing', 'POST', google)).toBe(rateLimit);
  });

  it.each([
    ['203.0.113.5', google, 'whose name has another IP'],
    ['203.0.113.6', google, 'whose name only looks like the engine’s'],
    ['203.0.113.7', google, 'without a name'],
    ['66.249.66.1', bing, 'of another engine'],
  ])('%s as %s, %s, is limited', async (ip, userAgent) => {
    await introduce(ip, userAgent);
    expect(await allowed(ip, '/api/tags', 'GET', userAgent)).toBe(rateLimit);
  });

  it('are looked up once, and visitors who don’t claim to be one never', async () => {
    await allowed('203.0.113.8', '/healthz', 'GET', google);
    await allowed('203.0.113.9', '/healthz', 'GET', 'Mozilla/5.0 Firefox/140.0');
    expect(lookedUp.filter((name) => name === '203.0.113.8')).toHaveLength(1);
    expect(lookedUp).not.toContain('203.0.113.9');
  });

  it('need no lookup in the networks that the operator names', async () => {
    expect(await allowed('198.51.100.7', '/api/tags', 'GET', 'DuckDuckBot/1.1')).toBeUndefined();
    expect(await allowed('198.51.101.7', '/api/tags', 'GET', 'DuckDuckBot/1.1')).toBe(rateLimit);
  });
});
