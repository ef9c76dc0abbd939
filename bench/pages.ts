// npm run bench:pages [-- --videos 1000000 --seed 1]: cached pages compared with a bare server that sends the same bytes,
// fresh pages, and whether a site is slower just after its start.
import { parseArgs } from 'node:util';
import { measureCachedPages } from './support/cached-pages.ts';
import {
  describeFigures,
  type FreshAndRepeated,
  measureFreshAndRepeated,
  prepareLoad,
  type SiteUnderLoad,
} from './support/fresh-and-repeated.ts';
import { mixedPaths } from './support/fresh-paths.ts';
import { type Figures, loadRound } from './support/load-round.ts';
import { pagePaths } from './support/page-paths.ts';
import { seedOf } from './support/seed.ts';
import { startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

/** Processor time is relative to repeated API requests of the newest videos. */
const targets = {
  lists: { processorTime: 8, rate: 350 },
  video: { processorTime: 9, rate: 300 },
};
const targetOf: Record<string, { processorTime: number; rate: number }> = {
  list: targets.lists,
  tag: targets.lists,
  performer: targets.lists,
  video: targets.video,
};
const browser = { headers: { 'accept-encoding': 'br' }, connections: 16 };
const load = { ...browser, rounds: 5, pathsPerRound: 300 };
const firstPages = 1000;

const rowOf = (kind: string, { reference, repeated, fresh }: FreshAndRepeated): Row => {
  const target = targetOf[kind];
  return {
    name: `${kind} page`,
    repeated: describeFigures(repeated, reference),
    figure: describeFigures(fresh, reference),
    target: target ? `${target.processorTime} times, ${target.rate} pages/s` : '-',
    met:
      target === undefined ||
      (fresh.processorMs <= target.processorTime * reference.processorMs && fresh.rate >= target.rate),
  };
};

const describePages = ({ rate, processorMs }: Figures) =>
  `${rate.toFixed(0)} pages/s, ${processorMs.toFixed(1)} ms each`;

/** The first pages after the start, and the same number after another round. */
const measureWarmUp = async ({ known, freshPaths }: SiteUnderLoad, videos: number): Promise<Row> => {
  const kinds = Object.values(pagePaths(known));
  const site = await startSiteOfSize(videos);
  try {
    const rounds: Figures[] = [];
    for (let round = 0; round < 3; round++)
      rounds.push(await loadRound(site, mixedPaths(freshPaths, kinds, firstPages), browser));
    const [first, , later] = rounds.map(describePages);
    return report({
      name: `first ${firstPages} fresh pages after the start`,
      figure: `${first}; later ${later}`,
      target: '-',
      met: true,
    });
  } finally {
    await site.stop();
  }
};

export const measurePages = async (videos: number, seed: number): Promise<Row[]> => {
  const site = await startSiteOfSize(videos);
  const rows: Row[] = [];
  let underLoad: SiteUnderLoad;
  try {
    rows.push(...(await measureCachedPages(site)));
    underLoad = await prepareLoad(site, seed);
    for (const [kind, path] of Object.entries(pagePaths(underLoad.known)))
      rows.push(report(rowOf(kind, await measureFreshAndRepeated(underLoad, path, load))));
  } finally {
    await site.stop();
  }
  return [...rows, await measureWarmUp(underLoad, videos)];
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { videos: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
  });
  printTable(await measurePages(Number(values.videos), seedOf(values.seed)));
}
