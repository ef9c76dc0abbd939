import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { type Db, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { type SitemapShard, sitemapShards } from '#domain/catalogue/sitemap.ts';
import { createGeneratedFiles } from '#server/pages/generated-files.ts';
import { pageChanges, registerSitemap } from '#server/pages/sitemap.ts';
import { prepareDataFolder } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

// npm run bench:sitemaps [-- --videos 1000000]: the time to make all sitemaps of videos, and how many an edit makes stale.
const targets = { seconds: 60, shards: 1 };

const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Serves sitemaps as the site does, from a separate folder. */
const openSitemaps = (db: Db, dir: string) => {
  const app = Fastify();
  const files = createGeneratedFiles({ dir, index: { onChange: () => 0 }, onError: console.error });
  const none = () => ({ items: [], total: 0 });
  const index = { tags: none, performers: none, listFacts: () => undefined };
  const changes = pageChanges({ index: { page: () => ({ ids: [], total: 0 }) }, read: (query) => query(db) });
  registerSitemap(app, {
    index,
    siteUrl: 'https://example.com',
    read: (query) => query(db),
    fixedPaths: [],
    files,
    changes,
    settings: async () => ({ playInPlace: true, ageRules: { others: 'question', countries: [] } }),
  });
  const get = async (url: string) => {
    const { statusCode, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    return rawPayload.length;
  };
  return { get, close: () => app.close() };
};

const versionsOf = (shards: SitemapShard[]) =>
  new Map(shards.map(({ number, videos, changedAt }) => [number, `${videos} ${changedAt.toISOString()}`]));

/** The number of shards that an edit of one video makes stale. */
const staleAfterEdit = async (db: Db) => {
  const before = versionsOf(await sitemapShards(db));
  const { id } = await db.selectFrom('videos').select('id').orderBy('id').offset(1234).executeTakeFirstOrThrow();
  await db.updateTable('videos').set({ updated_at: new Date() }).where('id', '=', id).execute();
  const after = versionsOf(await sitemapShards(db));
  return [...after].filter(([number, version]) => before.get(number) !== version).length;
};

const measureSitemaps = async (videos: number): Promise<Row[]> => {
  const { dataDir } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  const database = openDatabase(server.url);
  const dir = mkdtempSync(join(tmpdir(), 'marquee-sitemaps-'));
  try {
    const { get, close } = openSitemaps(database.db, dir);
    const [started, before] = [performance.now(), processorSeconds()];
    let bytes = await get('/sitemap.xml');
    const shards = await sitemapShards(database.db);
    for (const { number } of shards) bytes += await get(`/sitemap-videos-${number}.xml`);
    const seconds = processorSeconds() - before;
    const elapsed = (performance.now() - started) / 1000;
    await close();
    const stale = await staleAfterEdit(database.db);
    return [
      report({
        name: `${shards.length} sitemaps of ${videos.toLocaleString('en')} videos`,
        figure: `${seconds.toFixed(1)} s of processor time, ${elapsed.toFixed(1)} s, ${(bytes / 2 ** 20).toFixed(0)} MB`,
        target: `at most ${targets.seconds} s of processor time`,
        met: seconds <= targets.seconds,
      }),
      report({
        name: 'sitemaps that an edit makes stale',
        figure: String(stale),
        target: String(targets.shards),
        met: stale === targets.shards,
      }),
    ];
  } finally {
    rmSync(dir, { recursive: true });
    await database.close();
    await server.stop();
  }
};

const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
printTable(await measureSitemaps(Number(values.videos)));
