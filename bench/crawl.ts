// npm run bench:crawl: a crawler requests deep pages of a million videos while visitors look at popular ones.
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row } from './support/table.ts';

const seconds = 60;
/** The first pages after a start are slow until V8 has compiled the code; they are not measured. */
const warmUpSeconds = 10;
const rates = { crawler: 100, visitors: 500 };
const target = { p99: 50, memoryMb: 700 };
const videos = 1_000_000;

interface Lists {
  tags: string[];
  pornstars: { name: string }[];
}

const categories = ['milfnut', 'lesbify', 'desi49', 'teen-sex', 'badwap', 'fullporner'];
const lists = ['indian', 'muslim', 'top-videos', 'new-content', 'most-liked'];

/** A seeded generator: the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const namesOf = async ({ url }: BenchSite): Promise<Lists> => {
  const get = async (path: string) => (await fetch(`${url}/api${path}`)).json();
  const [{ tags }, { pornstars }] = (await Promise.all([
    get('/tags?limit=1000&sort=count'),
    get('/pornstars?limit=500&sort=count'),
  ])) as [Lists, Lists];
  return { tags, pornstars };
};

/** Different deep pages: none of them can be cached. */
const deepPages = ({ tags, pornstars }: Lists, count: number) => {
  const random = numbers(1);
  const pick = <T>(items: T[]) => items[random(items.length)] as T;
  const kinds = [
    () => `/tag/${tags[random(40)]}/${2 + random(600)}`,
    () => `/pornstar/${pick(pornstars.slice(0, 100)).name}?page=${2 + random(20)}`,
    () => `/${pick(lists)}?page=${2 + random(1_500)}`,
    () => `/category/${pick(categories)}/${2 + random(60)}`,
    () => `/${2 + random(60_000)}`,
    () => `/video/${1 + random(videos)}`,
  ];
  const found = new Set<string>();
  while (found.size < count) found.add(pick(kinds)());
  return [...found];
};

const popularPages = ({ tags, pornstars }: Lists) => [
  '/',
  ...lists.map((list) => `/${list}`),
  ...categories.map((category) => `/category/${category}`),
  ...tags.slice(0, 25).map((tag) => `/tag/${tag}`),
  ...pornstars.slice(0, 10).map(({ name }) => `/pornstar/${name}`),
];

export const measureCrawl = async (): Promise<Row[]> => {
  const site = await startSiteOfSize(videos);
  try {
    const names = await namesOf(site);
    const popular = popularPages(names);
    for (const path of popular) await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
    const deep = deepPages(names, rates.crawler * (warmUpSeconds + seconds));
    const walk = (pages: string[], duration: number) =>
      Promise.all([
        steadyLoad({ url: site.url, paths: pages, rate: rates.crawler, seconds: duration }),
        steadyLoad({ url: site.url, paths: popular, rate: rates.visitors, seconds: duration }),
      ]);
    await walk(deep.slice(0, rates.crawler * warmUpSeconds), warmUpSeconds);
    const [crawler, visitors] = await walk(deep.slice(rates.crawler * warmUpSeconds), seconds);
    const wrongOf = (result: SteadyResult) => timesOf(result).length - (result.get(200)?.length ?? 0);
    const wrong = wrongOf(crawler) + wrongOf(visitors);
    const [crawlerTimes, visitorTimes] = [timesOf(crawler), timesOf(visitors)];
    const p99 = percentile(0.99, visitorTimes);
    const memory = site.memoryMb();
    return [
      {
        name: `popular pages during a crawl (${visitorTimes.length} and ${crawlerTimes.length} requests)`,
        figure: `p50 ${percentile(0.5, visitorTimes)} ms, p99 ${p99} ms`,
        target: `p99 at most ${target.p99} ms`,
        met: p99 <= target.p99,
      },
      {
        name: 'deep pages of the crawl',
        figure: `p50 ${percentile(0.5, crawlerTimes)} ms, p99 ${percentile(0.99, crawlerTimes)} ms`,
        target: '-',
        met: true,
      },
      { name: 'errors of the crawl', figure: String(wrong), target: '0', met: wrong === 0 },
      {
        name: 'memory after the crawl',
        figure: `${memory.toFixed(0)} MB`,
        target: `at most ${target.memoryMb} MB`,
        met: memory <= target.memoryMb,
      },
    ];
  } finally {
    await site.stop();
  }
};

if (import.meta.main) printTable(await measureCrawl());
