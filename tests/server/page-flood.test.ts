/** Floods of requests, whether by mistake or by intent, do not push out what visitors look at. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flood } from '../support/flood.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true, pageCacheMb: 2 });
});
afterAll(() => site.stop());

const tagOf = async (path: string) => (await fetch(site.url + path)).headers.get('etag');
const popular = ['/', '/new-content', '/top-videos', '/tag/milf', '/pornstars', '/category/milfnut', '/video/5'];

const pageStats = async () => {
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  const of = (what: string) => Number(new RegExp(`marquee_page_cache{of="${what}"} (\\d+)`).exec(metrics)?.[1]);
  return { pages: of('pages'), bytes: of('bytes') };
};

/** Eight at a time, so that none is refused. */
const walk = async (paths: string[]) => {
  const statuses = new Set<number>();
  const left = [...paths];
  const worker = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop())
      statuses.add((await fetch(site.url + path, { redirect: 'manual' })).status);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return statuses;
};

describe('a flood of addresses', () => {
  const floods: [string, (n: number) => string, number][] = [
    ['of unknown tags', (n) => `/tag/unknown-${n}`, 404],
    ['of search texts', (n) => `/search?q=flood+${n}`, 200],
    ['of pages far out', (n) => `/new-content?page=${5000 + n}`, 404],
    ['of invented paths', (n) => `/a/b/${n}`, 404],
    ['of titles behind an id', (n) => `/video/5-${n}`, 200],
    ['of parameters', (n) => `/tag/milf?n=${n}`, 200],
  ];
  it.each(floods)('%s leaves the popular pages where they are', async (_, address, status) => {
    for (let visits = 0; visits < 6; visits++) for (const path of popular) await tagOf(path);
    const before = await Promise.all(popular.map(tagOf));
    const addresses = Array.from({ length: 300 }, (__, n) => address(n));
    for (let turn = 0; turn < 2; turn++) expect([...(await walk(addresses))]).toEqual([status]);
    expect(await Promise.all(popular.map(tagOf))).toEqual(before);
    expect((await pageStats()).bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('of ways to write one address makes one page of them', async () => {
    await tagOf('/tag/milf');
    const { pages } = await pageStats();
    await walk(Array.from({ length: 100 }, (_, n) => `/tag/milf?n=${n}`));
    await walk(Array.from({ length: 100 }, (_, n) => `/unknown/${n}/path`));
    expect((await pageStats()).pages).toBeLessThanOrEqual(pages + 1);
  });
});

describe('ten times more than can be rendered', () => {
  it('is refused at once with when to come back, while pages at hand go out; then all is well again', async () => {
    const atHand = await tagOf('/new-content');
    const storm = flood(Array.from({ length: 2000 }, (_, n) => `${site.url}/search?q=overload+${n}`));
    for (let visits = 0; visits < 20; visits++) {
      const visit = await fetch(`${site.url}/new-content`);
      expect([visit.status, visit.headers.get('etag')]).toEqual([200, atHand]);
    }
    const answers = await storm;
    expect(answers.other).toBe(0);
    expect(answers.made).toBeGreaterThan(50);
    expect(answers.refused).toBeGreaterThan(answers.made);
    const [after] = await walk(['/search?q=after+the+storm']);
    expect(after).toBe(200);
  });
});
