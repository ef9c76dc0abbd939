import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';

const logger = { info: () => {}, warn: (facts: object, message: string) => console.error(message, facts) };

export interface IndexStart {
  seconds: number;
  /** Processor time of this process, without PostgreSQL. */
  processorSeconds: number;
  /** The longest time that the event loop was blocked. */
  longestGapMs: number;
}

/** Measures the longest time that the event loop was blocked. */
const watchGaps = () => {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
};

const start = async (url: string, snapshotPath: string) => {
  const stopWatching = watchGaps();
  const started = performance.now();
  const before = process.cpuUsage();
  const index = await openCatalogueIndex({ url, snapshotPath, logger });
  const { user, system } = process.cpuUsage(before);
  return {
    index,
    seconds: (performance.now() - started) / 1_000,
    processorSeconds: (user + system) / 1_000_000,
    longestGapMs: stopWatching(),
  };
};

/** Builds the index from the database, then starts it again from its snapshot and passes it to `use`. */
export const measureIndexStarts = async (
  url: string,
  use: (index: CatalogueIndex) => void = () => {},
): Promise<{ built: IndexStart; restored: IndexStart }> => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const snapshotPath = join(folder, 'index.snapshot');
  try {
    const { index: first, ...built } = await start(url, snapshotPath);
    await first.close();
    const { index, ...restored } = await start(url, snapshotPath);
    use(index);
    await index.close();
    return { built, restored };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
