// npm run bench:import [rows]: imports a feed while visitors request popular pages, imports it again with 1 % changes, and
// undoes it.
import { createReadStream, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { commandLine } from '#domain/audit-log.ts';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { previewFeed } from '#domain/imports/preview-feed.ts';
import { receiveFeed } from '#domain/imports/received-feeds.ts';
import { addSource, defaultRules, defaultSettings, updateSource } from '#domain/imports/sources.ts';
import { createFeed, type ExportedPost } from './support/import-feed.ts';
import { type BenchSite, prepareDataFolder, startSite } from './support/site-of-size.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row, report } from './support/table.ts';

const target = { ratio: 2, memoryMb: 300, p99Ms: 50, againSeconds: 30 };
/** Videos that the site has before the import. */
const baseVideos = 1000;
const visitorRate = 100;
const roundSeconds = 5;
const popular = ['/', '/2', '/new-content', '/indian', '/muslim', '/tags', '/pornstars', '/our-network'];

interface Progress {
  state: string;
  counts: Record<string, number>;
  error?: string | null;
}

const seconds = (since: number) => (performance.now() - since) / 1000;

/** The time that the generate command takes for the same number of videos, for comparison. */
const measureGenerate = async (videos: number, folder: string) => {
  const server = await openServer({ databaseUrl: undefined, dataDir: join(folder, 'generated') });
  await prepareSchema(server);
  const database = openDatabase(server.ownerUrl, { statementTimeoutMs: 0 });
  const startedAt = performance.now();
  await generateCatalogue(database.pool, { videos, seed: 1, now: new Date() });
  const took = seconds(startedAt);
  await database.close();
  await server.stop();
  rmSync(join(folder, 'generated'), { recursive: true, force: true });
  return took;
};

type Site = Omit<BenchSite, 'videos'>;

const call = async ({ url, cookie }: Site, method: string, path: string): Promise<Progress> => {
  const response = await fetch(`${url}/api/imports${path}`, {
    method,
    headers: { cookie, origin: url, ...(path.endsWith('/run') ? { 'content-type': 'application/json' } : {}) },
    ...(path.endsWith('/run') ? { body: '{}' } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { import: Progress }).import;
};

const waitFor = async (site: Site, id: number, states: string[]): Promise<Progress> => {
  for (;;) {
    const progress = await call(site, 'GET', `/${id}`);
    if (states.includes(progress.state)) return progress;
    if (progress.state === 'failed') throw new Error(progress.error ?? 'The import failed.');
    await sleep(200);
  }
};

/** Requests pages and watches the memory until the work has ended. */
const watchDuring = async <Result>(site: Site, work: Promise<Result>) => {
  let hasEnded = false;
  let peakMb = 0;
  const ended = work.finally(() => {
    hasEnded = true;
  });
  const visitors: SteadyResult = new Map();
  do {
    const round = await steadyLoad({ url: site.url, paths: popular, rate: visitorRate, seconds: roundSeconds });
    for (const [status, times] of round) visitors.set(status, [...(visitors.get(status) ?? []), ...times]);
    peakMb = Math.max(peakMb, site.memoryMb());
  } while (!hasEnded);
  return { result: await ended, visitors, peakMb };
};

const pagesRow = (name: string, visitors: SteadyResult): Row => {
  const sent = visitors.get(200) ?? [];
  const p99 = percentile(0.99, sent);
  return report({
    name: `${sent.length} popular pages during ${name}`,
    figure: `p50 ${percentile(0.5, sent)} ms, p99 ${p99} ms`,
    target: `p99 at most ${target.p99Ms} ms`,
    met: p99 <= target.p99Ms && sent.length === timesOf(visitors).length,
  });
};

/** A dry run, then the run. */
const importFeed = async (site: Site, id: number) => {
  const startedAt = performance.now();
  await call(site, 'POST', `/${id}/check`);
  await waitFor(site, id, ['checked']);
  const checked = seconds(startedAt);
  await call(site, 'POST', `/${id}/run`);
  const progress = await waitFor(site, id, ['finished']);
  return { ...progress, checked, took: seconds(startedAt) };
};

/** Lists show the posts of a large import only after the index has been rebuilt. */
const waitUntilListed = async ({ url, cookie }: Site, posts: number) => {
  for (;;) {
    const response = await fetch(`${url}/api/posts?limit=1`, { headers: { cookie } });
    const { totalRecords } = (await response.json()) as { totalRecords: number };
    if (totalRecords >= posts) return;
    await sleep(200);
  }
};

/** Exports the posts and compares those of the feed with its rows. */
const exportAgain = async ({ url, cookie }: Site, { isOfFeed, isRow }: ReturnType<typeof createFeed>) => {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/posts/export?format=jsonl`, { headers: { cookie } });
  if (!response.body) throw new Error(`The export answered ${response.status}.`);
  const counts = { equal: 0, different: 0 };
  for await (const line of createInterface(Readable.from(response.body))) {
    const post = JSON.parse(line) as ExportedPost;
    if (isOfFeed(post)) counts[isRow(post) ? 'equal' : 'different']++;
  }
  return { ...counts, took: seconds(startedAt) };
};

export const measureImport = async (rows: number): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-bench-import-'));
  // If root runs this, the database runs as another user.
  await chmod(folder, 0o755);
  const many = rows.toLocaleString('en-US');
  const [feed, changedFeed] = [join(folder, 'feed.jsonl'), join(folder, 'changed.jsonl')];
  const written = createFeed(rows);
  await written.write(feed);
  await written.write(changedFeed, 0.01);
  const generateSeconds = await measureGenerate(rows, folder);
  report({ name: `generate ${many} videos`, figure: `${generateSeconds.toFixed(1)} s`, target: '-', met: true });
  const { dataDir, cookie } = await prepareDataFolder(baseVideos, join(folder, 'site'));
  const site: Site = { dataDir, cookie, ...(await startSite({ DATA_DIR: dataDir })) };
  const server = await openServer({ databaseUrl: undefined, dataDir }, { join: true });
  const { db, close } = openDatabase(server.url, { statementTimeoutMs: 0 });
  try {
    const unknown = defaultSettings({ kind: 'jsonl', encoding: 'utf-8' }, {});
    const source = await addSource(db, commandLine, { name: 'Bench', settings: unknown });
    const receive = (path: string) => {
      const bytes = createReadStream(path);
      return receiveFeed(db, commandLine, { sourceId: source.id, origin: 'command', fileName: 'feed.jsonl', bytes });
    };
    const first = await receive(feed);
    const { format, mapping } = await previewFeed(db, first.id, { rules: defaultRules });
    const guessed = defaultSettings(format, mapping);
    const settings = { ...guessed, policies: { ...guessed.policies, updatedFields: ['title' as const] } };
    await updateSource(db, commandLine, source.id, { settings }, undefined);
    const quiet = { url: site.url, paths: popular, rate: visitorRate, seconds: roundSeconds };
    await steadyLoad(quiet);
    const before = await steadyLoad(quiet);
    const memoryBefore = site.memoryMb();
    const added = await watchDuring(site, importFeed(site, first.id));
    const ratio = added.result.took / generateSeconds;
    await waitUntilListed(site, baseVideos + (added.result.counts.new ?? 0));
    const exported = await exportAgain(site, written);
    const isEqual = exported.equal === added.result.counts.new && exported.different === 0;
    const second = await receive(changedFeed);
    // Fill the page cache, as visitors would have done since the first import.
    await steadyLoad(quiet);
    const again = await watchDuring(site, importFeed(site, second.id));
    const undoneAt = performance.now();
    await call(site, 'POST', `/${first.id}/undo`);
    const undone = await watchDuring(
      site,
      waitFor(site, first.id, ['undone']).then(() => seconds(undoneAt)),
    );
    return [
      { name: `generate ${many} videos`, figure: `${generateSeconds.toFixed(1)} s`, target: '-', met: true },
      { name: 'popular pages before', figure: `p99 ${percentile(0.99, timesOf(before))} ms`, target: '-', met: true },
      report({
        name: `import ${many} rows, ${added.result.counts.bad} of them broken`,
        figure: `${added.result.took.toFixed(1)} s (dry run ${added.result.checked.toFixed(1)} s), ${ratio.toFixed(2)} times`,
        target: `at most ${target.ratio} times`,
        met: ratio <= target.ratio,
      }),
      pagesRow('it', added.visitors),
      report({
        name: 'additional memory of the site',
        figure: `${Math.round(added.peakMb - memoryBefore)} MB`,
        target: `at most ${target.memoryMb} MB`,
        met: added.peakMb - memoryBefore <= target.memoryMb,
      }),
      report({
        name: 'posts whose export equals their row in the feed',
        figure: `${exported.equal.toLocaleString('en-US')}, ${exported.different} differ, ${exported.took.toFixed(1)} s`,
        target: 'all',
        met: isEqual,
      }),
      report({
        name: `import again with ${again.result.counts.changed} changes`,
        figure: `${again.result.took.toFixed(1)} s (dry run ${again.result.checked.toFixed(1)} s)`,
        target: `at most ${target.againSeconds} s`,
        met: again.result.took <= target.againSeconds,
      }),
      pagesRow('that', again.visitors),
      report({ name: 'undo the first', figure: `${undone.result.toFixed(1)} s`, target: '-', met: true }),
      pagesRow('undoing', undone.visitors),
    ];
  } finally {
    await close();
    await server.stop();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) printTable(await measureImport(Number(process.argv[2] ?? 1_000_000)));
