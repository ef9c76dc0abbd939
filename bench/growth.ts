// npm run bench:growth [-- --sizes 10000,100000,1000000,5000000 --seed 1]: how much longer fresh requests take in a larger
// catalogue.
import { parseArgs } from 'node:util';
import { openServer } from '#db/open-server.ts';
import { apiPaths } from './support/api-paths.ts';
import { prepareLoad, requestReference, type SiteUnderLoad } from './support/fresh-and-repeated.ts';
import type { RandomPath } from './support/fresh-paths.ts';
import { type IndexStart, measureIndexStarts } from './support/index-start.ts';
import { bestOf, type Figures, loadRound } from './support/load-round.ts';
import { pagePaths } from './support/page-paths.ts';
import { seedOf } from './support/seed.ts';
import { prepareDataFolder, startSiteOfSize } from './support/site-of-size.ts';
import { markdownTable } from './support/table.ts';

const targets = { slowdown: 1.5, memoryMb: 2048 };
const rounds = 3;
const pathsPerRound = 300;
const headers = { 'accept-encoding': 'br' };

interface GrowthRow {
  name: string;
  /** One figure for each size. */
  cells: string[];
  /** The figure of the largest catalogue, relative to the second largest. */
  slowdown: number;
  met: boolean;
}

const report = (row: GrowthRow): GrowthRow => {
  console.error(`${row.met ? ' ' : '!'} ${row.name}: ${row.cells.join(' | ')}, ${row.slowdown.toFixed(2)} times`);
  return row;
};

const slowdownOf = (values: number[]) => (values.at(-1) ?? 0) / (values.at(-2) ?? values.at(-1) ?? 1);

const measureStarts = async (sizes: number[]): Promise<GrowthRow[]> => {
  const built: IndexStart[] = [];
  const restored: IndexStart[] = [];
  for (const videos of sizes) {
    const { dataDir } = await prepareDataFolder(videos);
    const server = await openServer({ databaseUrl: undefined, dataDir });
    const starts = await measureIndexStarts(server.url).finally(() => server.stop());
    built.push(starts.built);
    restored.push(starts.restored);
  }
  // No target: both read the whole catalogue, so their time grows with it.
  const rowOf = (name: string, times: IndexStart[]) =>
    report({
      name,
      cells: times.map(
        ({ seconds, processorSeconds }) =>
          `${processorSeconds.toFixed(1)} s of processor time, ${seconds.toFixed(1)} s`,
      ),
      slowdown: slowdownOf(times.map(({ processorSeconds }) => processorSeconds)),
      met: true,
    });
  return [rowOf('index built from the database', built), rowOf('index started from its snapshot', restored)];
};

const kindsOf = ({ known }: SiteUnderLoad): Record<string, RandomPath> => {
  const pages = Object.entries(pagePaths(known)).map(([name, kind]) => [`${name} page`, kind]);
  return { ...apiPaths(known), ...Object.fromEntries(pages) };
};

/** Alternates between all sizes, so that a slow moment of the machine affects all of them. */
const measureInTurns = async (name: string, loads: (() => Promise<Figures | undefined>)[]): Promise<GrowthRow> => {
  const figures: Figures[][] = loads.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [n, load] of loads.entries()) {
      const measured = await load();
      if (measured) figures[n]?.push(measured);
    }
  const best = figures.map(bestOf);
  const slowdown = slowdownOf(best.map(({ processorMs }) => processorMs));
  const cells = best.map(({ processorMs, rate }) => `${processorMs.toFixed(2)} ms, ${rate.toFixed(0)}/s`);
  return report({ name, cells, slowdown, met: slowdown <= targets.slowdown });
};

const measurePaths = async (sites: SiteUnderLoad[]): Promise<GrowthRow[]> => {
  const sitesWithKinds = sites.map((underLoad) => ({ ...underLoad, kinds: kindsOf(underLoad) }));
  const rows = [
    await measureInTurns(
      'newest, repeated',
      sites.map((underLoad) => () => requestReference(underLoad)),
    ),
  ];
  for (const name of Object.keys(sitesWithKinds[0]?.kinds ?? {})) {
    const loads = sitesWithKinds.map(({ site, freshPaths, kinds }) => async () => {
      const paths = freshPaths(kinds[name] as RandomPath, pathsPerRound);
      return paths.length === 0 ? undefined : loadRound(site, paths, { headers });
    });
    rows.push(await measureInTurns(name, loads));
  }
  const memory = sites.map(({ site }) => site.memoryMb());
  const memoryRow = report({
    name: 'memory',
    cells: memory.map((megabytes) => `${megabytes.toFixed(0)} MB`),
    slowdown: slowdownOf(memory),
    met: (memory.at(-1) ?? 0) <= targets.memoryMb,
  });
  return [...rows, memoryRow];
};

const measureGrowth = async (sizes: number[], seed: number): Promise<GrowthRow[]> => {
  const starts = await measureStarts(sizes);
  const sites: SiteUnderLoad[] = [];
  try {
    for (const videos of sizes) sites.push(await prepareLoad(await startSiteOfSize(videos), seed));
    return [...starts, ...(await measurePaths(sites))];
  } finally {
    for (const { site } of sites) await site.stop();
  }
};

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000,1000000,5000000' }, seed: { type: 'string' } },
});
const sizes = values.sizes.split(',').map(Number);
const rows = await measureGrowth(sizes, seedOf(values.seed));
console.log(
  markdownTable([
    ['measured', ...sizes.map((videos) => videos.toLocaleString('en')), 'times', 'met'],
    ...rows.map(({ name, cells, slowdown, met }) => [name, ...cells, slowdown.toFixed(2), met ? 'yes' : 'NO']),
  ]),
);
