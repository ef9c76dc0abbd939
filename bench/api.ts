// npm run bench:api [-- --videos 1000000 --seed 1]: every kind of API request, repeated and fresh (never sent before).
import { parseArgs } from 'node:util';
import { apiPaths } from './support/api-paths.ts';
import { measureBackOffice } from './support/back-office.ts';
import {
  describeFigures,
  type FreshAndRepeated,
  measureFreshAndRepeated,
  prepareLoad,
} from './support/fresh-and-repeated.ts';
import { seedOf } from './support/seed.ts';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

/** Relative to repeated requests of the newest videos in the same minutes. */
const targets = { processorTime: 2.5, rate: 0.4, p50: 6, p99: 30, memoryMb: 700 };
const checkedPaths = 10;
const load = { rounds: 5, pathsPerRound: 500, connections: 16 };

const rowOf = (name: string, { reference, repeated, fresh }: FreshAndRepeated): Row => ({
  name,
  repeated: describeFigures(repeated, reference),
  figure: describeFigures(fresh, reference),
  target: `${targets.processorTime} times, rate ${targets.rate}, p50 ${targets.p50} ms, p99 ${targets.p99} ms`,
  met:
    fresh.processorMs <= targets.processorTime * reference.processorMs &&
    fresh.rate >= targets.rate * reference.rate &&
    fresh.p50 <= targets.p50 &&
    fresh.p99 <= targets.p99,
});

interface Results {
  records?: unknown[];
  suggestions?: unknown[];
}

/** Empty responses are fast, so make sure that some of these paths find something. */
const assertResults = async (name: string, url: string, paths: string[]) => {
  const responses = await Promise.all(paths.map(async (path) => (await (await fetch(url + path)).json()) as Results));
  if (!responses.some(({ records = [], suggestions = [] }) => records.length + suggestions.length > 0))
    throw new Error(`${name}: nothing was found by ${paths.join(' ')}`);
};

const measureKinds = async (site: BenchSite, seed: number): Promise<Row[]> => {
  const underLoad = await prepareLoad(site, seed);
  const rows: Row[] = [];
  for (const [name, kind] of Object.entries(apiPaths(underLoad.known))) {
    await assertResults(name, site.url, underLoad.freshPaths(kind, checkedPaths));
    rows.push(report(rowOf(name, await measureFreshAndRepeated(underLoad, kind, load))));
  }
  return rows;
};

export const measureApi = async (videos: number, seed: number): Promise<Row[]> => {
  const site = await startSiteOfSize(videos);
  try {
    const rows = [...(await measureKinds(site, seed)), ...(await measureBackOffice(site))];
    const memory = site.memoryMb();
    const target = `at most ${targets.memoryMb} MB`;
    rows.push({ name: 'memory', figure: `${memory.toFixed(0)} MB`, target, met: memory <= targets.memoryMb });
    return rows;
  } finally {
    await site.stop();
  }
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { videos: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
  });
  printTable(await measureApi(Number(values.videos), seedOf(values.seed)));
}
