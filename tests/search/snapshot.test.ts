import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { type Catalogue, disposeCatalogue } from '#domain/search/index/catalogue.ts';
import { readSnapshot, writeSnapshot } from '#domain/search/index/snapshot.ts';
import { pruneChangeLog } from '#domain/search/sync/change-log.ts';
import { buildIndexState } from '#domain/search/sync/open-index-state.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { emptyCatalogue } from './empty-catalogue.ts';
import { olderTransactionsEnd } from './older-transactions.ts';

let testDatabase: TestDatabase;
let folder: string;
let snapshotPath: string;
let opened: CatalogueIndex | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  await emptyCatalogue(testDatabase.owner.pool);
  folder = await mkdtemp(join(tmpdir(), 'marquee-snapshot-'));
  snapshotPath = join(folder, 'index.snapshot');
  await testDatabase.database.pool.query(`
    insert into tags (id, slug, name) values (1, 'still-life', 'Still Life'), (2, 'unused', 'Unused');
    insert into performers (id, slug, name) values (1, 'ada-river', 'Ada Rivér');
    insert into performers (id, slug, name, deleted_at) values (2, 'ida-brook', 'Ida Brook', now());
    insert into videos (id, title, category, minutes, image_url, link, published_at)
      select n, 'Amber glass ' || n, 'viral', nullif(n * 7 % 45, 0), 'https://example.com/i', 'https://example.com/v', timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 40) as n;
    insert into video_views select n, n * 7 % 50 from generate_series(1, 40) as n;
    insert into video_tags (video_id, tag_id) select n, 1 from generate_series(1, 40, 3) as n;
    insert into video_performers (video_id, performer_id) select n, 1 from generate_series(1, 40, 5) as n;
    insert into video_performers (video_id, performer_id) select n, 2 from generate_series(1, 11, 5) as n;
    delete from videos where id = 7; update videos set deleted_at = now() where id = 13;
    select setval('videos_id_seq', 40)`);
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await rm(folder, { recursive: true });
});

const openIndex = async (url = testDatabase.url) => {
  const logged: { message: string; from?: unknown }[] = [];
  const log = (facts: object, message: string) => void logged.push({ message, ...facts });
  opened = await openCatalogueIndex({ url, snapshotPath, logger: { info: log, warn: log } });
  return { index: opened, logged, from: logged.find((line) => line.from !== undefined)?.from };
};

const closeIndex = async () => {
  await opened?.close();
  opened = undefined;
};

const answers = (index: CatalogueIndex) => ({
  newest: index.page({ order: 'newest', page: 1, limit: 50 }),
  popular: index.page({ order: 'popular', page: 2, limit: 10 }),
  liked: index.page({ order: 'liked', page: 1, limit: 10, search: 'glas' }),
  longest: index.page({ order: 'longest', page: 1, limit: 10, duration: 'medium' }),
  facets: index.facets({ tag: 'still-life', duration: 'long' }),
  searched: index.page({ order: 'newest', page: 1, limit: 10, search: 'ada river' }),
  corrected: index.page({ order: 'newest', page: 1, limit: 3, search: 'ambre' }),
  tags: index.tags({ sort: 'name', page: 1, limit: 10, use: 'all' }),
  performers: index.performers({ sort: 'name', page: 1, limit: 10 }),
  related: index.related({ search: 'still-life ada river', page: 1, limit: 50 }),
  size: index.size,
});

test('the next start reads the snapshot written at close and gives the same answers', async () => {
  const first = await openIndex();
  expect(first.from).toBe('database');
  await testDatabase.database.pool.query(`
    delete from videos where id = 21; delete from tags where id = 2;
    update videos set title = 'Amber glass and many more words' where id = 22`);
  await first.index.waitUntilIndexed();
  const before = answers(first.index);
  expect(before.newest.total).toBe(37);
  await closeIndex();
  const second = await openIndex();
  expect(second.from).toBe('snapshot');
  expect(answers(second.index)).toEqual(before);
});

test('the snapshot of an empty catalogue is used', async () => {
  await testDatabase.database.pool.query('delete from videos');
  await openIndex();
  await closeIndex();
  expect((await openIndex()).from).toBe('snapshot');
});

test('changes between two starts are applied', async () => {
  await openIndex();
  await closeIndex();
  await testDatabase.database.pool.query(`
    update tags set name = 'Quiet Life', slug = 'quiet-life' where id = 1;
    update videos set deleted_at = null where id = 13;
    update videos set title = 'Renamed stone' where id = 20;
    delete from performers where id = 1; update performers set deleted_at = null where id = 2`);
  const { index, from } = await openIndex();
  expect(from).toBe('snapshot');
  expect(index.size).toBe(39);
  expect(index.page({ order: 'newest', page: 1, limit: 5, search: 'stone' }).ids).toEqual([20]);
  expect(index.page({ order: 'newest', page: 1, limit: 5, tag: 'quiet-life' }).total).toBe(13);
  expect(index.hasPerformer('ada-river')).toBe(false);
  expect(index.page({ order: 'newest', page: 1, limit: 5, performer: 'ida-brook' }).ids).toEqual([11, 6, 1]);
});

/** Replaces text in the file and corrects the checksum. */
const rewriteSnapshot = async (find: string, replacement: string) => {
  const bytes = await readFile(snapshotPath);
  bytes.write(replacement, bytes.indexOf(find));
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  await writeFile(snapshotPath, bytes);
};

const damages: Record<string, () => Promise<void>> = {
  'one changed byte in the middle': async () => {
    const file = await open(snapshotPath, 'r+');
    const { size } = await file.stat();
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, Math.floor(size * 0.7));
    await file.write(Buffer.from([(byte[0] as number) ^ 1]), 0, 1, Math.floor(size * 0.7));
    await file.close();
  },
  'a cut end': async () => truncate(snapshotPath, (await stat(snapshotPath)).size - 100),
  'a few bytes only': () => truncate(snapshotPath, 3),
  'an empty file': () => truncate(snapshotPath, 0),
  'something else altogether': () => writeFile(snapshotPath, 'not a snapshot at all, but long enough to look like one'),
  'another format': () => rewriteSnapshot('"format":', '"format":0'),
};

const inGate = ['one changed byte in the middle', 'a cut end', 'an empty file', 'another format'];

test.each(inject('isAll') ? Object.keys(damages) : inGate)(
  'a snapshot with %s is detected, and the index rebuilt',
  async (damage) => {
    const first = await openIndex();
    const before = answers(first.index);
    await closeIndex();
    await damages[damage]?.();
    const { index, from, logged } = await openIndex();
    expect(logged[0]?.message).toBe('The index snapshot cannot be used; rebuilding');
    expect(from).toBe('database');
    expect(answers(index)).toEqual(before);
  },
);

const stale: Record<string, () => Promise<unknown>> = {
  'older than a day': () => rewriteSnapshot('"viewsAt":', `"viewsAt":${Date.now() - 24 * 3_600_000}`),
  'whose changes were pruned': async () => {
    await testDatabase.database.pool.query("update videos set title = 'Pruned' where id = 3");
    await olderTransactionsEnd(testDatabase.owner.pool);
    // A transaction of another test may have been running since before the snapshot.
    const [, oldest = ''] = /"snapshot":"(\d+)/.exec((await readFile(snapshotPath)).toString('latin1')) ?? [];
    const older = String(BigInt(oldest) - 1n).padStart(oldest.length, '0');
    await rewriteSnapshot(`"snapshot":"${oldest}`, `"snapshot":"${older}`);
    expect(await pruneChangeLog(testDatabase.database.db, new Date(Date.now() + 60_000))).toBeGreaterThan(0);
  },
  'that lacks a change missing from the log': () =>
    testDatabase.owner.pool.query(
      `begin; alter table videos disable trigger user; delete from videos where id = 3;
       alter table videos enable trigger user; commit`,
    ),
};

test.each(Object.keys(stale))('a snapshot %s is stale, and the index rebuilt', async (way) => {
  await openIndex();
  await closeIndex();
  await stale[way]?.();
  const { index, from } = await openIndex();
  expect(from).toBe('database');
  const { rows } = await testDatabase.database.pool.query<{ id: number }>(
    'select id from videos where deleted_at is null order by published_at desc, id desc',
  );
  expect(index.page({ order: 'newest', page: 1, limit: 50 }).ids).toEqual(rows.map((row) => Number(row.id)));
});

test('a snapshot of another database is stale, even if both have the same contents', async () => {
  await testDatabase.database.pool.query('delete from videos; delete from tags; delete from performers');
  await openIndex();
  await closeIndex();
  const other = await createTestDatabase();
  onTestFinished(other.drop);
  expect((await openIndex(other.url)).from).toBe('database');
  await closeIndex();
});

test('a video that is taken out while the snapshot is written is not in it', async () => {
  const signal = new AbortController().signal;
  const source = { url: testDatabase.url, snapshotPath, logger: { info: () => {}, warn: () => {} } };
  const state = await buildIndexState(source, signal);
  const { live } = state.catalogue;
  const taken = state.catalogue.ordinals.get(20);
  const catalogue = {
    ...state.catalogue,
    live: { size: live.size, has: (at: number) => at !== taken && live.has(at) },
  };
  await writeSnapshot(snapshotPath, { ...state, catalogue: catalogue as unknown as Catalogue });
  disposeCatalogue(state.catalogue);
  const read = await readSnapshot(snapshotPath, () => {}, signal);
  expect(read.catalogue.live.size).toBe(37);
  expect(read.catalogue.ordinals.get(20)).toBeUndefined();
  disposeCatalogue(read.catalogue);
});
