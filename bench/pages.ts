// npm run bench:pages [-- --videos 1000000 --seed 1]: cached pages compared with a bare server that sends the same bytes,
// pages that were never asked for, and whether a site that has just started is slower.
import { parseArgs } from 'node:util';
import {
  type BothWays,
  describeFigures,
  measureBothWays,
  type QuestionedSite,
  questionSite,
} from './support/both-ways.ts';
import { measureCachedPages } from './support/cached-pages.ts';
import { type Figures, loadRound } from './support/load-round.ts';
import { mixedQuestions } from './support/never-asked.ts';
import { pageKinds } from './support/page-questions.ts';
import { seedOf } from './support/seed.ts';
import { startSiteOfSize } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

/** Processor time is relative to the list of newest videos that the API is asked for again. */
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
const load = { ...browser, rounds: 5, questionsPerRound: 300 };
const firstPages = 1000;

const rowOf = (kind: string, { reference, again, never }: BothWays): Row => {
  const target = targetOf[kind];
  return {
    name: `${kind} page`,
    askedAgain: describeFigures(again, reference),
    figure: describeFigures(never, reference),
    target: target ? `${target.processorTime} times, ${target.rate} pages/s` : '-',
    met:
      target === undefined ||
      (never.processorMs <= target.processorTime * reference.processorMs && never.rate >= target.rate),
  };
};

const describePages = ({ rate, processorMs }: Figures) =>
  `${rate.toFixed(0)} pages/s, ${processorMs.toFixed(1)} ms each`;

/** The first pages of a site that has just said that it is ready, and as many after another round. */
const measureWarmUp = async ({ known, neverAsked }: QuestionedSite, videos: number): Promise<Row> => {
  const kinds = Object.values(pageKinds(known));
  const site = await startSiteOfSize(videos);
  try {
    const rounds: Figures[] = [];
    for (let round = 0; round < 3; round++)
      rounds.push(await loadRound(site, mixedQuestions(neverAsked, kinds, firstPages), browser));
    const [first, , later] = rounds.map(describePages);
    return report({
      name: `first ${firstPages} pages after the start, never asked`,
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
  let questioned: QuestionedSite;
  try {
    rows.push(...(await measureCachedPages(site)));
    questioned = await questionSite(site, seed);
    for (const [kind, question] of Object.entries(pageKinds(questioned.known)))
      rows.push(report(rowOf(kind, await measureBothWays(questioned, question, load))));
  } finally {
    await site.stop();
  }
  return [...rows, await measureWarmUp(questioned, videos)];
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { videos: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
  });
  printTable(await measurePages(Number(values.videos), seedOf(values.seed)));
}
