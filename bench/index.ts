import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';

/** `DATABASE_URL=… node bench/index.ts`: how fast the catalogue index of that database starts and answers. */
const url = process.env.DATABASE_URL;
if (!url) {
  console.error('Set DATABASE_URL to the database whose catalogue shall be measured.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'marquee-bench-'));
const snapshotPath = join(folder, 'index.snapshot');
const logger = { info: () => {}, warn: (facts: object, message: string) => console.error(message, facts) };
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

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

const start = async () => {
  const stopWatching = watchGaps();
  const started = performance.now();
  const index = await openCatalogueIndex({ url, snapshotPath, logger });
  return { index, seconds: (performance.now() - started) / 1_000, gap: stopWatching() };
};

const built = await start();
const peak = process.resourceUsage().maxRSS * 1_024;
await built.index.close();
const restored = await start();
const { index } = restored;
const stats = index.stats();
console.log(`${stats.videos} videos, ${stats.tags} tags, ${stats.performers} performers, ${stats.words} words`);
console.table({
  'built from the database': { seconds: built.seconds.toFixed(2), 'longest gap, ms': built.gap.toFixed(0) },
  'started from its snapshot': { seconds: restored.seconds.toFixed(2), 'longest gap, ms': restored.gap.toFixed(0) },
});
console.table({
  'snapshot on disk': megabytes(statSync(snapshotPath).size),
  'columns and bitmaps': megabytes(stats.bytes),
  'process, at most while building': megabytes(peak),
  'process now': megabytes(process.memoryUsage().rss),
});

const rounds = 200;
const tags = index.tags({ sort: 'count', page: 1, limit: 400 }).items.map((tag) => tag.slug);
const performers = index.performers({ sort: 'count', page: 1, limit: 400 }).items.map((performer) => performer.slug);
const at = (list: string[], place: number) => list[place % Math.max(1, list.length)] ?? '';
const lastPage = Math.max(1, Math.ceil(index.size / 16));

/** Each round asks something else, so that what is kept from one question does not answer the next. */
const questions: Record<string, (index: CatalogueIndex, round: number) => unknown> = {
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

const measure = (ask: (index: CatalogueIndex, round: number) => unknown) => {
  const times = Array.from({ length: rounds }, (_, round) => {
    const started = performance.now();
    ask(index, round);
    return (performance.now() - started) * 1_000;
  }).sort((a, b) => a - b);
  const microseconds = (share: number) => (times[Math.floor(share * (rounds - 1))] as number).toFixed(1);
  return { 'p50, µs': microseconds(0.5), 'p99, µs': microseconds(0.99) };
};

console.table(Object.fromEntries(Object.entries(questions).map(([name, ask]) => [name, measure(ask)])));
await index.close();
rmSync(folder, { recursive: true });
