// npm run bench:crawl [-- --minutes 1 --seed 1]: a crawler requests fresh pages of a million videos while visitors request
// popular ones. `--minutes 10` is long enough for the memory to settle.
import { parseArgs } from 'node:util';
import { createRandom } from '#domain/demo/random.ts';
import { createFreshPaths, mixedPaths } from './support/fresh-paths.ts';
import { type KnownCatalogue, readCatalogue } from './support/known-catalogue.ts';
import { categoryLists, menuLists, pagePaths } from './support/page-paths.ts';
import { processorTimeOf } from './support/processor-time.ts';
import { seedOf } from './support/seed.ts';
import { startSiteOfSize } from './support/site-of-size.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row } from './support/table.ts';

/** Not measured: V8 compiles the code first. */
const warmUpSeconds = 10;
const rates = { crawler: 100, visitors: 500 };
const target = { p99: 50, memoryMb: 700 };
const videos = 1_000_000;

const popularPages = (known: KnownCatalogue) => [
  '/',
  ...menuLists(known).map(({ name }) => name),
  ...categoryLists(known).map(({ name }) => name),
  ...known.tags.slice(0, 25).map(({ name }) => `/tag/${name}`),
  ...known.performers.slice(0, 10).map(({ name }) => `/pornstar/${name}`),
];

const describeTimes = (times: number[]) => `p50 ${percentile(0.5, times)} ms, p99 ${percentile(0.99, times)} ms`;

/** Counts responses by status other than 200; status 0 means no response. */
const describeErrors = (results: SteadyResult[]): string => {
  const statuses = new Set(results.flatMap((result) => [...result.keys()]));
  statuses.delete(200);
  const countOf = (status: number) => results.reduce((sum, result) => sum + (result.get(status)?.length ?? 0), 0);
  return [...statuses].map((status) => `${countOf(status)} with status ${status}`).join(', ') || '0';
};

export const measureCrawl = async (minutes: number, seed: number): Promise<Row[]> => {
  const site = await startSiteOfSize(videos);
  try {
    const random = createRandom(seed);
    const known = await readCatalogue(site, random);
    const popular = popularPages(known);
    for (const path of popular) await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });

    const { list, category, tag, performer, video } = pagePaths(known);
    const freshPaths = createFreshPaths(random, popular);
    const walk = (seconds: number) => {
      const crawled = mixedPaths(freshPaths, [list, category, tag, performer, video], rates.crawler * seconds);
      return Promise.all([
        steadyLoad({ url: site.url, paths: crawled, rate: rates.crawler, seconds }),
        steadyLoad({ url: site.url, paths: popular, rate: rates.visitors, seconds }),
      ]);
    };
    await walk(warmUpSeconds);
    const before = processorTimeOf(site);
    const [crawler, visitors] = await walk(60 * minutes);
    const after = processorTimeOf(site);

    const [crawlerTimes, visitorTimes] = [timesOf(crawler), timesOf(visitors)];
    const requests = crawlerTimes.length + visitorTimes.length;
    const share = Math.round((100 * crawlerTimes.length) / requests);
    const busyMs = after.siteMs + after.postgresMs - before.siteMs - before.postgresMs;
    const errors = describeErrors([crawler, visitors]);
    const memory = site.memoryMb();
    return [
      {
        name: `a crawl: ${share} % of ${requests.toLocaleString('en')} pages were fresh`,
        repeated: describeTimes(visitorTimes),
        figure: describeTimes(crawlerTimes),
        target: `repeated, p99 at most ${target.p99} ms`,
        met: percentile(0.99, visitorTimes) <= target.p99,
      },
      {
        name: 'processor time of the crawl',
        figure: `${(busyMs / (60_000 * minutes)).toFixed(2)} cores, ${(busyMs / requests).toFixed(2)} ms per page`,
        target: '-',
        met: true,
      },
      { name: 'errors of the crawl', figure: errors, target: '0', met: errors === '0' },
      {
        name: `memory after the crawl (--minutes ${minutes})`,
        figure: `${memory.toFixed(0)} MB`,
        target: `at most ${target.memoryMb} MB`,
        met: memory <= target.memoryMb,
      },
    ];
  } finally {
    await site.stop();
  }
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
  printTable(await measureCrawl(Number(values.minutes), seedOf(values.seed)));
}
