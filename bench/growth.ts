// npm run bench:growth [-- --sizes 10000,100000,1000000,5000000 --seed 1]: how much longer questions that were never asked
// take in a larger catalogue.
import { parseArgs } from 'node:util';
import { openServer } from '#db/open-server.ts';
import { apiKinds } from './support/api-questions.ts';
import { askReference, type QuestionedSite, questionSite } from './support/both-ways.ts';
import { type IndexStart, measureIndexStarts } from './support/index-start.ts';
import { bestOf, type Figures, loadRound } from './support/load-round.ts';
import type { QuestionKind } from './support/never-asked.ts';
import { pageKinds } from './support/page-questions.ts';
import { seedOf } from './support/seed.ts';
import { prepareDataFolder, startSiteOfSize } from './support/site-of-size.ts';
import { markdownTable } from './support/table.ts';

const targets = { slowdown: 1.5, memoryMb: 2048 };
const rounds = 3;
const questionsPerRound = 300;
const headers = { 'accept-encoding': 'br' };

/** A figure at each size. */
interface GrowthRow {
  name: string;
  cells: string[];
  /** How many times as much the largest catalogue takes as the one before it. */
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
  // Both read the whole catalogue, so they have no target: they take as many times as long as it is larger.
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

const kindsOf = ({ known }: QuestionedSite): Record<string, QuestionKind> => {
  const pages = Object.entries(pageKinds(known)).map(([name, kind]) => [`${name} page`, kind]);
  return { ...apiKinds(known), ...Object.fromEntries(pages) };
};

/** Asks all sizes in turns, so that a slow moment of the machine affects all of them. */
const measureInTurns = async (name: string, asks: (() => Promise<Figures | undefined>)[]): Promise<GrowthRow> => {
  const figures: Figures[][] = asks.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [n, ask] of asks.entries()) {
      const found = await ask();
      if (found) figures[n]?.push(found);
    }
  const best = figures.map(bestOf);
  const slowdown = slowdownOf(best.map(({ processorMs }) => processorMs));
  const cells = best.map(({ processorMs, rate }) => `${processorMs.toFixed(2)} ms, ${rate.toFixed(0)}/s`);
  return report({ name, cells, slowdown, met: slowdown <= targets.slowdown });
};

const measureQuestions = async (sites: QuestionedSite[]): Promise<GrowthRow[]> => {
  const sitesWithKinds = sites.map((questioned) => ({ ...questioned, kinds: kindsOf(questioned) }));
  const rows = [
    await measureInTurns(
      'newest, asked again',
      sites.map((questioned) => () => askReference(questioned)),
    ),
  ];
  for (const name of Object.keys(sitesWithKinds[0]?.kinds ?? {})) {
    const asks = sitesWithKinds.map(({ site, neverAsked, kinds }) => async () => {
      const questions = neverAsked(kinds[name] as QuestionKind, questionsPerRound);
      return questions.length === 0 ? undefined : loadRound(site, questions, { headers });
    });
    rows.push(await measureInTurns(name, asks));
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
  const sites: QuestionedSite[] = [];
  try {
    for (const videos of sizes) sites.push(await questionSite(await startSiteOfSize(videos), seed));
    return [...starts, ...(await measureQuestions(sites))];
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
