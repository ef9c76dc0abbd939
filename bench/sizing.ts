// npm run bench:sizing [-- --videos 10000,100000,1000000 --threads 0,1,2 --seed 1]: memory and disk space of a catalogue, and
// pages per second by the number of render threads. For the tables in docs/operations/install.md.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareLoad } from './support/fresh-and-repeated.ts';
import { mixedPaths } from './support/fresh-paths.ts';
import { bestOf, type Figures, loadRound } from './support/load-round.ts';
import { pagePaths } from './support/page-paths.ts';
import { seedOf } from './support/seed.ts';
import { startSiteOfSize } from './support/site-of-size.ts';
import { markdownTable } from './support/table.ts';

/** Relative to rendering in the main thread, which has the index, on two cores. */
const targets = { rate: 1.4, memory: 1.4 };
const turns = 2;
const roundsPerTurn = 3;
const pagesPerRound = 300;
const cachedPages = 3000;
const browser = { headers: { 'accept-encoding': 'br' }, connections: 16 };

/** Figures for one number of render threads and one size. */
interface Capacity {
  rendered: Figures;
  cached: Figures;
  memoryMb: number;
  dataDir: string;
}

/** Use a different seed for each start, because PostgreSQL's and the system's caches outlive the site. */
const measureOnce = async (videos: number, threads: number, seed: number): Promise<Capacity> => {
  const site = await startSiteOfSize(videos, { WEB_PROCESSES: String(threads) });
  try {
    const { known, freshPaths } = await prepareLoad(site, seed);
    const kinds = Object.values(pagePaths(known));
    const rounds: Figures[] = [];
    let pages: string[] = [];
    for (let round = 0; round < roundsPerTurn; round++) {
      pages = mixedPaths(freshPaths, kinds, pagesPerRound);
      rounds.push(await loadRound(site, pages, browser));
    }
    const again = Array.from({ length: cachedPages }, (_, n) => pages[n % 16] as string);
    const cached = await loadRound(site, again, browser);
    return { rendered: bestOf(rounds), cached, memoryMb: site.memoryMb(), dataDir: site.dataDir };
  } finally {
    await site.stop();
  }
};

const measureInTurns = async (videos: number, threadCounts: number[], seed: number): Promise<Capacity[]> => {
  const measured: Capacity[][] = threadCounts.map(() => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [n, threads] of threadCounts.entries()) {
      const capacity = await measureOnce(videos, threads, seed + turn * threadCounts.length + n);
      console.error(
        `  ${videos} videos, ${threads} threads: ${capacity.rendered.rate.toFixed(0)} pages/s, ${capacity.memoryMb.toFixed(0)} MB`,
      );
      measured[n]?.push(capacity);
    }
  return measured.map((all) => ({
    rendered: bestOf(all.map(({ rendered }) => rendered)),
    cached: bestOf(all.map(({ cached }) => cached)),
    memoryMb: Math.max(...all.map(({ memoryMb }) => memoryMb)),
    dataDir: all[0]?.dataDir ?? '',
  }));
};

const gigabytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) / 1e9;

const { values } = parseArgs({
  options: {
    videos: { type: 'string', default: '10000,100000,1000000' },
    threads: { type: 'string', default: '0,1,2' },
    seed: { type: 'string' },
  },
});
const threadCounts = values.threads.split(',').map(Number);
const lines: string[][] = [];
for (const videos of values.videos.split(',').map(Number)) {
  const capacities = await measureInTurns(videos, threadCounts, seedOf(values.seed));
  const [one] = capacities;
  for (const [n, { rendered, cached, memoryMb, dataDir }] of capacities.entries()) {
    const [faster, larger] = [rendered.rate / (one?.rendered.rate ?? 1), memoryMb / (one?.memoryMb ?? 1)];
    lines.push([
      videos.toLocaleString('en'),
      String(threadCounts[n]),
      `${rendered.rate.toFixed(0)}/s (${faster.toFixed(2)})`,
      `${rendered.processorMs.toFixed(1)} ms`,
      `${cached.rate.toFixed(0)}/s`,
      `${memoryMb.toFixed(0)} MB (${larger.toFixed(2)})`,
      `${gigabytesIn(dataDir).toFixed(1)} GB`,
    ]);
  }
}
console.log(
  markdownTable([
    ['videos', 'render threads', 'fresh pages', 'each', 'cached pages', 'memory', 'data folder'],
    ...lines,
  ]),
);
console.log(`\nTargets on two cores: ${targets.rate} times the pages, at most ${targets.memory} times the memory.`);
