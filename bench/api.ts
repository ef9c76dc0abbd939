// npm run bench:api [-- --videos 1000000]: every kind of query over HTTP, compared with a catalogue of 10,000 videos.
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { measureBackOffice } from './support/back-office.ts';
import { type BenchQuery, queriesFor } from './support/queries.ts';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

const seconds = 1;
const targets = { p50: 5, p99: 25, slowdown: 2, memoryMb: 700 };
const connections = 16;
const roundsPerRow = 5;

interface Figures {
  rate: number;
  p50: number;
  p99: number;
}

const check = async (url: string, { name, path, isCorrect }: BenchQuery) => {
  const response = await fetch(`${url}/api${path}`);
  if (response.status !== 200 || !isCorrect(await response.json()))
    throw new Error(`${name}: wrong response to ${path}`);
};

const round = async (site: BenchSite, { name, path }: BenchQuery): Promise<Figures> => {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: `${site.url}/api${path}`,
    connections,
    duration: seconds,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} requests were refused, ${errors} failed`);
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 };
};

/** The best of each figure: other load on the machine can only make them worse. */
const best = (rounds: Figures[]): Figures => ({
  rate: Math.max(...rounds.map(({ rate }) => rate)),
  p50: Math.min(...rounds.map(({ p50 }) => p50)),
  p99: Math.min(...rounds.map(({ p99 }) => p99)),
});

/** Alternates between the catalogues, so that a slow moment of the machine affects both. */
const measure = async (sites: [BenchSite, BenchQuery][]): Promise<Figures[]> => {
  for (const [site, query] of sites) {
    await check(site.url, query);
    await round(site, query);
  }
  const rounds: Figures[][] = sites.map(() => []);
  for (let turn = 0; turn < roundsPerRow; turn++)
    for (const [n, [site, query]] of sites.entries()) rounds[n]?.push(await round(site, query));
  return rounds.map(best);
};

const rowOf = ({ name }: BenchQuery, atSmall: Figures, { rate, p50, p99 }: Figures): Row => {
  const slowdown = atSmall.rate / rate;
  return {
    name,
    figure: `p50 ${p50} ms, p99 ${p99} ms, ${rate.toFixed(0)}/s, ${slowdown.toFixed(2)} times as slow`,
    target: `p50 ${targets.p50} ms, p99 ${targets.p99} ms, ${targets.slowdown} times`,
    met: p50 <= targets.p50 && p99 <= targets.p99 && slowdown <= targets.slowdown,
  };
};

/** Every query at this size and at 10,000 videos; each figure is the best of its rounds. */
export const measureApi = async (videos: number): Promise<Row[]> => {
  const small = await startSiteOfSize(10_000);
  const large = await startSiteOfSize(videos);
  const rows: Row[] = [];
  try {
    const [ofSmall, ofLarge] = [await queriesFor(small.url), await queriesFor(large.url)];
    for (const [n, query] of ofLarge.entries()) {
      const [atSmall, atLarge] = await measure([
        [small, ofSmall[n] ?? query],
        [large, query],
      ]);
      if (atSmall && atLarge) rows.push(report(rowOf(query, atSmall, atLarge)));
    }
    rows.push(...(await measureBackOffice(large)));
    const memory = large.memoryMb();
    const target = `at most ${targets.memoryMb} MB`;
    rows.push({ name: 'memory', figure: `${memory.toFixed(0)} MB`, target, met: memory <= targets.memoryMb });
  } finally {
    await small.stop();
    await large.stop();
  }
  return rows;
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
  printTable(await measureApi(Number(values.videos)));
}
