// npm run bench:pictures: bytes that the image proxy saves on a list of 16 pictures, how soon they are ready, and whether
// visitors notice while 1,000 others are encoded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { formatBytes } from '#contract/values/checks.ts';
import { openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { addVideo } from '../tests/support/catalogue.ts';
import { startDemo } from './support/demo-process.ts';
import { openBenchHost } from './support/picture-host.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row, report } from './support/table.ts';

const target = { share: 0.25, coldSeconds: 5, warmP99Ms: 20, pagesP99Ms: 50 };
const listed = 16;
const others = 1_000;
/** As many as a browser opens over HTTP/1.1. */
const connections = 6;
const popular = ['/', '/2', '/new-content', '/indian', '/muslim', '/tags', '/pornstars', '/our-network'];
const visitorRate = 100;

interface Picture {
  status: number;
  type: string;
  bytes: number;
  ms: number;
}

/** Callers change `visitor` after each hundred pictures, because each visitor has a budget. */
const load = async (url: string, path: string, visitor = 0): Promise<Picture> => {
  const started = performance.now();
  const response = await fetch(url + path, { headers: { 'x-forwarded-for': `198.51.100.${visitor}` } });
  const bytes = (await response.arrayBuffer()).byteLength;
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, bytes, ms: performance.now() - started };
};

const inParallel = async <T>(count: number, items: T[], work: (item: T, at: number) => Promise<Picture>) => {
  const done: Picture[] = [];
  const entries = items.entries();
  const workers = Array.from({ length: count }, async () => {
    for (const [at, item] of entries) done[at] = await work(item, at);
  });
  await Promise.all(workers);
  return done;
};

const sum = (pictures: { bytes: number }[]) => pictures.reduce((total, { bytes }) => total + bytes, 0);

const picturesOf = async (url: string, tag: string): Promise<string[]> => {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const response = await fetch(`${url}/api/tags/${tag}/posts?limit=100&page=${page}`);
    const { records, totalPages } = (await response.json()) as { records: { picture: string }[]; totalPages: number };
    found.push(...records.map(({ picture }) => picture));
    if (page >= totalPages) return found;
  }
};

const gzippedPage = async (url: string, path: string) => gzipSync(await (await fetch(url + path)).text()).length;

/** Waits until all pictures are in their final format: AVIF, or WebP if that is smaller. */
const loadFinal = async (url: string, paths: string[]): Promise<Picture[]> => {
  for (;;) {
    const responses = await Promise.all(paths.map((path) => fetch(url + path)));
    const isFinal = responses.every(({ headers }) => headers.get('cache-control')?.includes('immutable'));
    if (isFinal) return inParallel(connections, paths, (path) => load(url, path));
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    await sleep(50);
  }
};

const visitDuring = async (url: string, work: Promise<unknown>): Promise<SteadyResult> => {
  let hasEnded = false;
  const ended = work.finally(() => {
    hasEnded = true;
  });
  const all: SteadyResult = new Map();
  do {
    const round = await steadyLoad({ url, paths: popular, rate: visitorRate, seconds: 5 });
    for (const [status, times] of round) all.set(status, [...(all.get(status) ?? []), ...times]);
  } while (!hasEnded);
  await ended;
  return all;
};

const describeVisits = (visits: SteadyResult) =>
  `p50 ${percentile(0.5, timesOf(visits))} ms, p99 ${percentile(0.99, timesOf(visits))} ms`;

const measureWeight = async (url: string, pictures: string[], before: number): Promise<Row[]> => {
  const layouts = [
    { name: 'desktop, 1440 pixels', width: 320 },
    { name: 'phone or desktop with a dense screen', width: 640 },
  ];
  const rows: Row[] = [];
  for (const { name, width } of layouts) {
    const webp = await inParallel(connections, pictures, (picture) => load(url, `${picture}/${width}.webp`));
    const started = performance.now();
    const avif = await loadFinal(
      url,
      pictures.map((picture) => `${picture}/${width}.avif`),
    );
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    rows.push(
      report({
        name: `16 pictures of a list, ${name}`,
        figure: `${formatBytes(before)} before; ${formatBytes(sum(avif))} in AVIF (${Math.round((100 * sum(avif)) / before)} %), after ${seconds} s; ${formatBytes(sum(webp))} in WebP`,
        target: `${target.share * 100} %`,
        met: sum(avif) <= target.share * before,
      }),
    );
  }
  return rows;
};

const measureCold = async (url: string, pictures: string[]): Promise<Row> => {
  const started = performance.now();
  const cold = await inParallel(connections, pictures, (picture) => load(url, `${picture}/320.avif`));
  const seconds = (performance.now() - started) / 1000;
  const times = cold.map(({ ms }) => ms);
  const isComplete = cold.every(({ type }) => type === 'image/webp');
  return report({
    name: 'a list of 16 pictures requested for the first time',
    figure: `all ready after ${seconds.toFixed(1)} s; one p50 ${percentile(0.5, times)} ms, slowest ${percentile(1 - 1e-9, times)} ms`,
    target: `${target.coldSeconds} s`,
    met: isComplete && seconds <= target.coldSeconds,
  });
};

const measureWarm = async (url: string, pictures: string[]): Promise<Row> => {
  const many = Array.from({ length: 100 }, () => pictures).flat();
  const warm = await inParallel(connections, many, (picture) => load(url, `${picture}/320.webp`));
  const times = warm.map(({ ms }) => ms);
  return report({
    name: 'a stored picture',
    figure: `p50 ${percentile(0.5, times)} ms, p99 ${percentile(0.99, times)} ms`,
    target: `p99 ${target.warmP99Ms} ms`,
    met: percentile(0.99, times) <= target.warmP99Ms,
  });
};

const measureVisitors = async (url: string, pictures: string[]): Promise<Row> => {
  const quiet = await steadyLoad({ url, paths: popular, rate: visitorRate, seconds: 5 });
  const started = performance.now();
  let seconds = 0;
  const encoding = inParallel(20, pictures, (picture, at) =>
    load(url, `${picture}/640.avif`, Math.floor(at / 100)),
  ).then((answers) => {
    seconds = (performance.now() - started) / 1000;
    return answers;
  });
  const busy = await visitDuring(url, encoding);
  const made = (await encoding).filter(({ type }) => type === 'image/webp').length;
  return report({
    name: `popular pages while ${others} new pictures are fetched and encoded`,
    figure: `${describeVisits(busy)} (without: ${describeVisits(quiet)}); ${made} pictures in ${seconds.toFixed(0)} s`,
    target: `p99 ${target.pagesP99Ms} ms`,
    met: percentile(0.99, timesOf(busy)) <= target.pagesP99Ms && [...busy.keys()].every((status) => status === 200),
  });
};

export const measurePictures = async (): Promise<Row[]> => {
  const host = await openBenchHost(listed);
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-pictures-bench-'));
  const server = await openServer({ databaseUrl: undefined, dataDir });
  await prepareSchema(server);
  const database = openDatabase(server.ownerUrl);
  const site = await startDemo({
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    FETCH_ALLOW: host.host,
    TRUST_PROXY: 'loopback',
  });
  try {
    const add = (n: number, tag: string) =>
      addVideo(database.db, { imageUrl: `http://${host.host}/${n % listed}?${n}`, tags: [tag] });
    for (let n = 0; n < listed; n++) await add(n, 'bench-list');
    for (let n = 0; n < others; n++) await add(listed + n, 'bench-others');
    while ((await picturesOf(site.url, 'bench-others')).length < others) await sleep(100);
    const pictures = await picturesOf(site.url, 'bench-list');
    const before = sum(host.thumbnails.map(({ length }) => ({ bytes: length })));
    const rows = [await measureCold(site.url, pictures), ...(await measureWeight(site.url, pictures, before))];
    rows.push(await measureWarm(site.url, pictures));
    const page = '/tag/bench-list?sort=newest&with=bench-list';
    const withProxy = await gzippedPage(site.url, page);
    const settings = { key: 'site', value: JSON.stringify({ imageProxy: false }) };
    await database.db.insertInto('settings').values(settings).execute();
    while ((await picturesOf(site.url, 'bench-list'))[0] !== undefined) await sleep(100);
    const without = await gzippedPage(site.url, `${page}&age=any`);
    await database.db.deleteFrom('settings').execute();
    while ((await picturesOf(site.url, 'bench-list'))[0] === undefined) await sleep(100);
    rows.push(
      report({
        name: 'HTML of that list, compressed',
        figure: `${formatBytes(withProxy)}; ${formatBytes(without)} without the proxy`,
        target: '-',
        met: true,
      }),
    );
    rows.push(await measureVisitors(site.url, await picturesOf(site.url, 'bench-others')));
    return rows;
  } finally {
    await site.stop();
    await database.close();
    await server.stop();
    host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

if (import.meta.main) printTable(await measurePictures());
