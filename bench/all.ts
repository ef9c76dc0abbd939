// npm run bench: every speed claim, one table.
import { cpus, totalmem } from 'node:os';
import { measureApi } from './api.ts';
import { measureCrawl } from './crawl.ts';
import { measureIndex } from './index.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureOverload } from './overload.ts';
import { measurePages } from './pages.ts';
import { printTable } from './support/table.ts';

const videos = 1_000_000;
const rows = [
  ...(await measureIndex(videos)),
  ...(await measureApi(videos)),
  ...(await measurePages()),
  ...(await measureOverload()),
  ...(await measureCrawl()),
  ...(await measureLighthouse(3)),
];
const [processor] = cpus();
console.log(
  `${cpus().length} cores of ${processor?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}\n`,
);
printTable(rows);
