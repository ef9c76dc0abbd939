// npm run bench:api [-- --videos 1000000 --seed 1]: every kind of question over HTTP, asked again and never asked before.
import { parseArgs } from 'node:util';
import { apiKinds } from './support/api-questions.ts';
import { measureBackOffice } from './support/back-office.ts';
import { type BothWays, describeFigures, measureBothWays, questionSite } from './support/both-ways.ts';
import { seedOf } from './support/seed.ts';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

/** Relative to the list of newest videos, asked again in the same minutes. */
const targets = { processorTime: 2.5, rate: 0.4, p50: 6, p99: 30, memoryMb: 700 };
const checkedQuestions = 10;
const load = { rounds: 5, questionsPerRound: 500, connections: 16 };

const rowOf = (name: string, { reference, again, never }: BothWays): Row => ({
  name,
  askedAgain: describeFigures(again, reference),
  figure: describeFigures(never, reference),
  target: `${targets.processorTime} times, rate ${targets.rate}, p50 ${targets.p50} ms, p99 ${targets.p99} ms`,
  met:
    never.processorMs <= targets.processorTime * reference.processorMs &&
    never.rate >= targets.rate * reference.rate &&
    never.p50 <= targets.p50 &&
    never.p99 <= targets.p99,
});

interface Answer {
  records?: unknown[];
  suggestions?: unknown[];
}

/** An empty answer would be fast: some of these must have found something. */
const assertAnswered = async (name: string, url: string, questions: string[]) => {
  const answers = await Promise.all(questions.map(async (path) => (await (await fetch(url + path)).json()) as Answer));
  if (!answers.some(({ records = [], suggestions = [] }) => records.length + suggestions.length > 0))
    throw new Error(`${name}: nothing was found by ${questions.join(' ')}`);
};

const measureKinds = async (site: BenchSite, seed: number): Promise<Row[]> => {
  const questioned = await questionSite(site, seed);
  const rows: Row[] = [];
  for (const [name, kind] of Object.entries(apiKinds(questioned.known))) {
    await assertAnswered(name, site.url, questioned.neverAsked(kind, checkedQuestions));
    rows.push(report(rowOf(name, await measureBothWays(questioned, kind, load))));
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
