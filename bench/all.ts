// npm run bench: every speed claim, one table.
import { cpus, totalmem } from 'node:os';
import { measureApi } from './api.ts';
import { measureBackOffice } from './back-office.ts';
import { measureBulk } from './bulk.ts';
import { measureCrawl } from './crawl.ts';
import { measureHashes } from './hashes.ts';
import { measureIndex } from './index.ts';
import { measureLighthouse } from './lighthouse/main.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { measurePictures } from './pictures.ts';
import { measureRemovals } from './removals.ts';
import { seedOf } from './support/seed.ts';
import { printTable } from './support/table.ts';

const videos = 1_000_000;
const seed = seedOf(undefined);
const rows = [
  ...(await measureIndex(videos)),
  ...(await measureApi(videos, seed)),
  ...(await measurePages(videos, seed)),
  ...(await measureOverload()),
  ...(await measureBackOffice(videos)),
  ...(await measureBulk()),
  ...(await measureRemovals(videos)),
  ...(await measurePictures()),
  ...(await measureHashes(1_000_000, seed)),
  ...(await measureCrawl(1, seed)),
  ...(await measureLighthouse(3)),
];
const [processor] = cpus();
console.log(
  `${cpus().length} cores of ${processor?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}\n`,
);
printTable(rows);
