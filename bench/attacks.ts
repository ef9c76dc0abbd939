// npm run bench:attacks: repeats attacks that once brought the site down or slowed its visitors, and measures the harm.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Attack } from './attacks/attack.ts';
import { expensiveAttacks } from './attacks/expensive.ts';
import { guessingAttacks } from './attacks/guessing.ts';
import { singleRequestAttacks } from './attacks/single-requests.ts';
import { storms } from './attacks/storm.ts';
import { unreadAttacks } from './attacks/unread.ts';
import { type Visits, visitUntil, warmUp } from './attacks/visitor.ts';
import { watchProcess } from './attacks/watch-process.ts';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { percentile } from './support/steady-load.ts';
import { printTable, type Row, report } from './support/table.ts';

const { values } = parseArgs({
  options: { videos: { type: 'string', default: '62000' }, only: { type: 'string', default: '' } },
});

/** How long visitors are measured before each attack, and at least during it. */
const visitMs = 5_000;
const target = {
  memoryMb: 1024,
  /** A page may take this many times as long during an attack. */
  slower: 3,
  /** Shorter times are noise. */
  noiseMs: 20,
};

const isBearable = (before: number[], during: number[]) =>
  percentile(0.5, during) <= Math.max(target.noiseMs, target.slower * percentile(0.5, before));

const compare = (before: number[], during: number[]) =>
  `p50 ${percentile(0.5, before)} → ${percentile(0.5, during)} ms, p99 ${percentile(0.99, before)} → ${percentile(0.99, during)} ms`;

const comparedRows = (before: Visits, during: Visits): Row[] =>
  (['cached', 'uncached'] as const).map((kind) => ({
    name: `  a visitor's ${kind} pages`,
    figure: compare(before[kind], during[kind]),
    target: `p50 at most ${target.slower} times`,
    met: isBearable(before[kind], during[kind]),
  }));

const waitingRow = ({ cached, uncached }: Visits, { p95Ms, longestMs }: NonNullable<Attack['visitors']>): Row => {
  const times = [...cached, ...uncached];
  const [p95, longest] = [percentile(0.95, times), Math.ceil(Math.max(...times))];
  return {
    name: '  a visitor waits',
    figure: `p95 ${p95} ms, longest ${longest} ms`,
    target: `p95 ${p95Ms} ms, longest ${longestMs} ms`,
    met: p95 <= p95Ms && longest <= longestMs,
  };
};

const visitorRows = (before: Visits, during: Visits, target?: Attack['visitors']): Row[] => [
  ...(target ? [waitingRow(during, target)] : comparedRows(before, during)),
  ...(during.failed === 0
    ? []
    : [{ name: "  a visitor's failures", figure: String(during.failed), target: '0', met: false }]),
];
const measure = async (
  site: BenchSite,
  { name, maxFiles, maxMemoryMb = target.memoryMb, visitors, run }: Attack,
): Promise<Row[]> => {
  const before = await visitUntil(site.url, pause(visitMs));
  const pid = site.pid();
  if (pid === undefined) throw new Error('The site is not running');
  const watch = watchProcess(pid);
  const attack = run(site);
  const during = await visitUntil(site.url, Promise.all([attack, pause(visitMs)]));
  const outcome = await attack;
  const { memoryMb, files } = watch.stop();
  const survived = site.pid() === pid;
  return [
    {
      name,
      figure: `${memoryMb.toFixed(0)} MB, ${files} descriptors, ${survived ? 'the same process' : 'the site died'}`,
      target: `${maxMemoryMb} MB, ${maxFiles} descriptors`,
      met: survived && memoryMb <= maxMemoryMb && files <= maxFiles,
    },
    ...visitorRows(before, during, visitors),
    ...outcome,
  ].map(report);
};

const attacks = [...unreadAttacks, ...storms, ...expensiveAttacks, ...guessingAttacks, ...singleRequestAttacks].filter(
  ({ name }) => name.includes(values.only),
);
const site = await startSiteOfSize(Number(values.videos), { RATE_LIMIT: '' });
try {
  await warmUp(site.url);
  const rows: Row[] = [];
  for (const attack of attacks) rows.push(...(await measure(site, attack)));
  console.log(`\n${site.videos} videos, default limits\n`);
  printTable(rows);
} finally {
  await site.stop();
}
