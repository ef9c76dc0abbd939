/** Floods of requests, accidental or deliberate, don't evict popular pages. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flood } from '../support/flood.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true, pageCacheMb: 1 });
});
afterAll(() => site.stop());

const popular = ['/', '/new-content', '/top-videos', '/tag/milf', '/pornstars', '/category/milfnut', '/video/5'];

const pageStats = async () => {
  const metrics = await (await fetch(site.metricsUrl ?? '')).text();
  const of = (what: string) => Number(new RegExp(`marquee_page_cache{of="${what}"} (\\d+)`).exec(metrics)?.[1]);
  return { pages: of('pages'), bytes: of('bytes'), hits: of('hits') };
};

/** How many of these pages came from the cache. */
const cacheHits = async (paths: string[]) => {
  const before = await pageStats();
  for (const path of paths) expect((await fetch(site.url + path)).status).toBe(200);
  return (await pageStats()).hits - before.hits;
};

/** Requests each path several times in a row, eight paths at a time so that none is refused. */
const walk = async (paths: string[], times = 1) => {
  const statuses = new Set<number>();
  const left = [...paths];
  const worker = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      for (let time = 0; time < times; time++)
        statuses.add((await fetch(site.url + path, { redirect: 'manual' })).status);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return statuses;
};

describe('a flood of URLs', () => {
  const floods: [string, (n: number) => string, number][] = [
    ['of unknown tags', (n) => `/tag/unknown-${n}`, 404],
    ['of search texts', (n) => `/search?q=flood+${n}`, 200],
    ['of pages far out', (n) => `/new-content?page=${5000 + n}`, 404],
    ['of invented paths', (n) => `/a/b/${n}`, 404],
    ['of titles behind an id', (n) => `/video/5-${n}`, 301],
    ['of parameters', (n) => `/tag/milf?n=${n}`, 200],
  ];
  it.each(floods)('%s does not evict popular pages', async (_, urlOf, status) => {
    await walk(popular, 6);
    // Ten times what the cache holds, and several times each, like an attacker who knows how pages are promoted.
    const urls = Array.from({ length: 100 }, (__, n) => urlOf(n));
    expect([...(await walk(urls, 3))]).toEqual([status]);
    expect(await cacheHits(popular)).toBe(popular.length);
    expect((await pageStats()).bytes).toBeLessThanOrEqual(1024 * 1024);
  });

  it('of spellings of one URL takes the space of one page', async () => {
    await walk(['/tag/milf']);
    const { pages } = await pageStats();
    await walk(Array.from({ length: 100 }, (_, n) => `/tag/milf?n=${n}`));
    await walk(Array.from({ length: 100 }, (_, n) => `/unknown/${n}/path`));
    expect((await pageStats()).pages).toBeLessThanOrEqual(pages + 1);
  });
});

describe('ten times more than can be rendered', () => {
  it('is refused immediately with Retry-After, while cached pages are served; then everything is served again', async () => {
    await walk(popular);
    const storm = flood(
      site.url,
      Array.from({ length: 2000 }, (_, n) => `/search?q=overload+${n}`),
    );
    expect(await cacheHits(popular)).toBe(popular.length);
    // The back-office has its own queue.
    expect((await fetch(`${site.url}/admin`)).status).toBe(200);
    const { made, refused } = await storm;
    expect(made + refused).toBe(2000);
    expect(made).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(made);
    const [after] = await walk(['/search?q=after+the+storm']);
    expect(after).toBe(200);
  });
});

describe('while many pages are being rendered', () => {
  const newVisitor = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(site.url + path, { agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      }).on('error', reject);
    });

  it('new connections are accepted, and cached pages are served first', async () => {
    await walk(['/'], 3);
    const done: string[] = [];
    const rush = flood(
      site.url,
      Array.from({ length: 100 }, (_, n) => `/search?q=rush+${n}`),
    ).then(() => done.push('uncached pages'));
    const visitors = Promise.all(Array.from({ length: 400 }, () => newVisitor('/'))).then((statuses) => {
      expect(new Set(statuses)).toEqual(new Set([200]));
      done.push('cached pages');
    });
    await Promise.all([rush, visitors]);
    expect(done[0]).toBe('cached pages');
  });
});
