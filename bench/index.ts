import { parseArgs } from 'node:util';
import { openServer } from '#db/open-server.ts';
import { singleWords } from '#domain/demo/invented-texts.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { type IndexStart, measureIndexStarts } from './support/index-start.ts';
import { prepareDataFolder } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

// npm run bench:index [-- --videos 1000000]: how fast the catalogue index starts and answers.
const targets = { build: 20, restore: 4, nearWordMb: 60 };

const rounds = 200;
const at = (list: string[], place: number) => list[place % Math.max(1, list.length)] ?? '';

/** Each round sends different queries, to bypass the query cache. */
const queriesOf = (sample: CatalogueIndex): Record<string, (index: CatalogueIndex, round: number) => unknown> => {
  const tags = sample.tags({ sort: 'count', page: 1, limit: 400 }).items.map((tag) => tag.slug);
  const performers = sample.performers({ sort: 'count', page: 1, limit: 400 }).items.map((performer) => performer.slug);
  const broad = singleWords.slice(0, 60);
  const lastPage = Math.max(1, Math.ceil(sample.size / 16));
  return {
    'newest, any page': (index, n) => index.page({ order: 'newest', page: 1 + ((n * 7919) % lastPage), limit: 16 }),
    'popular, any page': (index, n) => index.page({ order: 'popular', page: 1 + ((n * 7919) % lastPage), limit: 16 }),
    'a tag, any page': (index, n) => index.page({ tag: at(tags, n), order: 'newest', page: 1 + n, limit: 16 }),
    'a tag, most liked': (index, n) => index.page({ tag: at(tags, n), order: 'liked', page: 1, limit: 16 }),
    'a tag and a category': (index, n) =>
      index.page({ tag: at(tags, n), category: 'english', order: 'newest', page: 1, limit: 16 }),
    'a whole name': (index, n) => index.page({ search: at(performers, n), order: 'newest', page: 1, limit: 16 }),
    'two names': (index, n) =>
      index.page({ search: `${at(tags, n)} ${at(tags, n + 1)}`, order: 'newest', page: 1, limit: 16 }),
    'two broad words, best match': (index, n) =>
      index.page({ search: `${at(broad, n)} ${at(broad, n + 1 + (n % 7))}`, order: 'best', page: 1, limit: 16 }),
    'titles only': (index, n) => index.page({ search: `title:${at(tags, n)}`, order: 'newest', page: 1, limit: 16 }),
    'a misspelt name': (index, n) => index.page({ search: `${at(tags, n)}qx`, order: 'newest', page: 1, limit: 16 }),
    related: (index, n) =>
      index.related({
        search: [at(tags, n), at(tags, 3 * n + 7), at(tags, 5 * n + 50), at(performers, n)].join(' '),
        page: 1,
        limit: 16,
      }),
    suggest: (index, n) => index.suggest(at(tags, n).slice(0, 2 + (n % 3))),
    'tags by name': (index, n) => index.tags({ sort: 'name', page: 1 + (n % 3), limit: 500 }),
    'performers of a letter': (index, n) =>
      index.performers({ letter: at(performers, n).slice(0, 1), sort: 'name', page: 1, limit: 30 }),
    'companions of a tag': (index, n) => index.tagCompanions(at(tags, n)),
  };
};

const microseconds = (index: CatalogueIndex, query: (index: CatalogueIndex, round: number) => unknown) => {
  const times = Array.from({ length: rounds }, (_, round) => {
    const started = performance.now();
    query(index, round);
    return (performance.now() - started) * 1_000;
  }).toSorted((a, b) => a - b);
  const share = (part: number) => (times[Math.floor(part * (rounds - 1))] as number).toFixed(0);
  return `p50 ${share(0.5)} µs, p99 ${share(0.99)} µs`;
};

export const measureIndex = async (videos: number): Promise<Row[]> => {
  const { dataDir } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  const rows: Row[] = [];
  const measureQueries = (index: CatalogueIndex) => {
    const megabytes = index.stats().nearWordBytes / 1024 ** 2;
    const figure = `${megabytes.toFixed(1)} MB`;
    const target = `at most ${targets.nearWordMb} MB`;
    rows.push(report({ name: 'index: near words', figure, target, met: megabytes <= targets.nearWordMb }));
    for (const [name, query] of Object.entries(queriesOf(index)))
      rows.push(report({ name: `index: ${name}`, figure: microseconds(index, query), target: '-', met: true }));
  };
  const timed = (name: string, { seconds, processorSeconds, longestGapMs }: IndexStart, target: number) => {
    const processor = `${processorSeconds.toFixed(1)} s of processor time`;
    const figure = `${seconds.toFixed(1)} s, ${processor}, longest gap ${longestGapMs.toFixed(0)} ms`;
    return report({ name, figure, target: `at most ${target} s`, met: seconds <= target });
  };
  try {
    const { built, restored } = await measureIndexStarts(server.url, measureQueries);
    return [
      timed('index built from the database', built, targets.build),
      timed('index started from its snapshot', restored, targets.restore),
      ...rows,
    ];
  } finally {
    await server.stop();
  }
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
  printTable(await measureIndex(Number(values.videos)));
}
