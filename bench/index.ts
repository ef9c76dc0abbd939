import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openServer } from '#db/open-server.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { prepareDataFolder } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

// npm run bench:index [-- --videos 1000000]: how fast the catalogue index starts and answers.
const logger = { info: () => {}, warn: (facts: object, message: string) => console.error(message, facts) };
const targets = { build: 20, restore: 4 };

/** The longest time in which nothing else could run. */
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
  const index = await openCatalogueIndex({ url, snapshotPath, logger });
  return { index, seconds: (performance.now() - started) / 1_000, gap: stopWatching() };
};

const rounds = 200;
const at = (list: string[], place: number) => list[place % Math.max(1, list.length)] ?? '';

/** Each round asks something else, so that what is kept from one question does not answer the next. */
const questionsOf = (index: CatalogueIndex): Record<string, (asked: CatalogueIndex, round: number) => unknown> => {
  const tags = index.tags({ sort: 'count', page: 1, limit: 400 }).items.map((tag) => tag.slug);
  const performers = index.performers({ sort: 'count', page: 1, limit: 400 }).items.map((performer) => performer.slug);
  const lastPage = Math.max(1, Math.ceil(index.size / 16));
  return {
    'newest, any page': (asked, n) => asked.page({ order: 'newest', page: 1 + ((n * 7919) % lastPage), limit: 16 }),
    'popular, any page': (asked, n) => asked.page({ order: 'popular', page: 1 + ((n * 7919) % lastPage), limit: 16 }),
    'a tag, any page': (asked, n) => asked.page({ tag: at(tags, n), order: 'newest', page: 1 + n, limit: 16 }),
    'a tag, most liked': (asked, n) => asked.page({ tag: at(tags, n), order: 'liked', page: 1, limit: 16 }),
    'a tag and a category': (asked, n) =>
      asked.page({ tag: at(tags, n), category: 'english', order: 'newest', page: 1, limit: 16 }),
    'a whole name': (asked, n) => asked.page({ search: at(performers, n), order: 'newest', page: 1, limit: 16 }),
    'two names': (asked, n) =>
      asked.page({ search: `${at(tags, n)} ${at(tags, n + 1)}`, order: 'newest', page: 1, limit: 16 }),
    'titles only': (asked, n) => asked.page({ search: `title:${at(tags, n)}`, order: 'newest', page: 1, limit: 16 }),
    'a misspelt name': (asked, n) => asked.page({ search: `${at(tags, n)}qx`, order: 'newest', page: 1, limit: 16 }),
    related: (asked, n) =>
      asked.related({
        search: [at(tags, n), at(tags, 3 * n + 7), at(tags, 5 * n + 50), at(performers, n)].join(' '),
        page: 1,
        limit: 16,
      }),
    suggest: (asked, n) => asked.suggest(at(tags, n).slice(0, 2 + (n % 3))),
    'tags by name': (asked, n) => asked.tags({ sort: 'name', page: 1 + (n % 3), limit: 500 }),
    'performers of a letter': (asked, n) =>
      asked.performers({ letter: at(performers, n).slice(0, 1), sort: 'name', page: 1, limit: 30 }),
    'what goes with a tag': (asked, n) => asked.tagMetadata(at(tags, n)),
  };
};

const microseconds = (index: CatalogueIndex, ask: (index: CatalogueIndex, round: number) => unknown) => {
  const times = Array.from({ length: rounds }, (_, round) => {
    const started = performance.now();
    ask(index, round);
    return (performance.now() - started) * 1_000;
  }).toSorted((a, b) => a - b);
  const share = (part: number) => (times[Math.floor(part * (rounds - 1))] as number).toFixed(0);
  return `p50 ${share(0.5)} µs, p99 ${share(0.99)} µs`;
};

export const measureIndex = async (videos: number): Promise<Row[]> => {
  const { dataDir } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
  const snapshotPath = join(folder, 'index.snapshot');
  const rows: Row[] = [];
  const timed = (name: string, { seconds, gap }: { seconds: number; gap: number }, target: number) => {
    const figure = `${seconds.toFixed(1)} s, longest gap ${gap.toFixed(0)} ms`;
    rows.push(report({ name, figure, target: `at most ${target} s`, met: seconds <= target }));
  };
  try {
    const built = await start(server.url, snapshotPath);
    timed('index built from the database', built, targets.build);
    await built.index.close();
    const restored = await start(server.url, snapshotPath);
    timed('index started from its snapshot', restored, targets.restore);
    const { index } = restored;
    for (const [name, ask] of Object.entries(questionsOf(index)))
      rows.push(report({ name: `index: ${name}`, figure: microseconds(index, ask), target: '-', met: true }));
    await index.close();
  } finally {
    rmSync(folder, { recursive: true });
    await server.stop();
  }
  return rows;
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
  printTable(await measureIndex(Number(values.videos)));
}
