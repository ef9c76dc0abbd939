import { parseArgs } from 'node:util';
import { openServer } from '#db/open-server.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { asRendered, crawlDepths, windowAlone } from './support/crawl-depth.ts';
import { prepareDataFolder } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

// npm run bench:depth [-- --videos 1000000]: how many clicks each video is away from the home page.
const logger = { info: () => {}, warn: (facts: object, message: string) => console.error(message, facts) };
const maxClicks = 6;

/** The number of videos within each number of clicks. */
const within = (depths: Map<number, number>) => {
  const counts: number[] = [];
  for (const clicks of depths.values()) counts[clicks] = (counts[clicks] ?? 0) + 1;
  let sum = 0;
  return Array.from(counts, (count = 0) => (sum += count));
};

const rowsOf = (index: CatalogueIndex): Row[] => {
  const before = within(crawlDepths(index, windowAlone));
  const now = within(crawlDepths(index, asRendered));
  const text = (sums: number[], clicks: number) => (sums[clicks] ?? index.size).toLocaleString('en');
  const rows = [2, 3, 4, 5, maxClicks].map((clicks) => ({
    name: `videos within ${clicks} clicks`,
    figure: `${text(now, clicks)}; without jumps and archives ${text(before, clicks)}`,
    target: clicks === maxClicks ? `all ${index.size.toLocaleString('en')}` : '-',
    met: clicks < maxClicks || (now[clicks] ?? index.size) === index.size,
  }));
  const [deepest, deepestBefore] = [now.length - 1, before.length - 1];
  const figure = `${deepest}; without jumps and archives ${deepestBefore}`;
  const last = { name: 'deepest video', figure, target: `at most ${maxClicks}`, met: deepest <= maxClicks };
  return [...rows, last].map(report);
};

const measureDepth = async (videos: number): Promise<Row[]> => {
  const { dataDir } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  try {
    const index = await openCatalogueIndex({ url: server.url, logger });
    const rows = rowsOf(index);
    await index.close();
    return rows;
  } finally {
    await server.stop();
  }
};

const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
printTable(await measureDepth(Number(values.videos)));
