/** Records of videos are in a file beside the snapshot, which may be lost, damaged or impossible to write. */
import { cp, mkdir, mkdtemp, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createVideoReader, videosByIds } from '#domain/catalogue/videos.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { emptyCatalogue } from './empty-catalogue.ts';

const ids = Array.from({ length: 40 }, (_, at) => at + 1);

let testDatabase: TestDatabase;
let folder: string;
let opened: CatalogueIndex | undefined;
/** A copy of the folder at one moment. */
const leftBehind = () => `${folder}-left`;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  await emptyCatalogue(testDatabase.owner.pool);
  folder = await mkdtemp(join(tmpdir(), 'marquee-records-'));
  await testDatabase.database.pool.query(`
    insert into tags (id, slug, name) values (1, 'still-life', 'Still Life'), (2, 'stone', 'Stone');
    insert into videos (id, title, category, minutes, image_url, link, description)
      select n, 'Amber glass ' || n, 'viral', nullif(n % 9, 0), 'https://example.com/i', 'https://example.com/v', repeat('Ä quiet röom. ', n * 17)
      from generate_series(1, 40) as n;
    insert into video_tags (video_id, tag_id, position) select n, t, 2 - t from generate_series(1, 40) as n, generate_series(1, 2) as t`);
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
  for (const each of [folder, leftBehind()]) await rm(each, { recursive: true, force: true });
});

const openIndex = async (inFolder = folder) => {
  const logged: { message: string; from?: unknown }[] = [];
  const log = (facts: object, message: string) => void logged.push({ message, ...facts });
  const snapshotPath = join(inFolder, 'index.snapshot');
  opened = await openCatalogueIndex({ url: testDatabase.url, snapshotPath, logger: { info: log, warn: log } });
  return { index: opened, logged, from: logged.find((line) => line.from !== undefined)?.from };
};
const restart = async () => {
  await opened?.close();
  return openIndex();
};

const recordFiles = async () => (await readdir(folder)).filter((name) => name.includes('records'));
const recordFile = async () => join(folder, (await recordFiles())[0] as string);
const expected = () => videosByIds(testDatabase.database.db, ids);

test('records of any length, with tags in the order of their positions, survive a restart', async () => {
  const { index } = await openIndex();
  expect(index.videosByIds(ids)).toEqual(await expected());
  expect(index.videosByIds([7])[0]?.tags).toEqual(['stone', 'still-life']);
  const restarted = await restart();
  expect(restarted.from).toBe('snapshot');
  expect(restarted.index.videosByIds(ids)).toEqual(await expected());
});

test('records changed after the snapshot was written are read again at the next start', async () => {
  await openIndex();
  const { index } = await restart();
  await testDatabase.database.pool.query("update videos set description = 'Changed', version = 2 where id = 5");
  await index.waitUntilIndexed();
  expect(index.videosByIds([5])[0]).toMatchObject({ description: 'Changed', version: 2 });
  const restarted = await restart();
  expect(restarted.index.videosByIds(ids)).toEqual(await expected());
});

test('the files of a process that was killed after a change are enough for the next start', async () => {
  await openIndex();
  const { index: killed } = await restart();
  await testDatabase.database.pool.query("update videos set title = 'Changed', version = 2 where id in (5, 6)");
  await killed.waitUntilIndexed();
  const left = leftBehind();
  await cp(folder, left, { recursive: true });
  await testDatabase.database.pool.query("update videos set title = 'Changed again', version = 3 where id = 6");
  const next = await openIndex(left);
  expect(next.from).toBe('snapshot');
  expect(next.index.videosByIds(ids)).toEqual(await expected());
  await killed.close();
});

test('a damaged record comes from the database, and is written again', async () => {
  const { index } = await openIndex();
  const file = await open(await recordFile(), 'r+');
  await file.write(Buffer.alloc(3_000), 0, 3_000, 2_000);
  await file.close();
  const readable = index.videosByIds(ids).map(({ id }) => id);
  expect(readable.length).toBeLessThan(ids.length);
  expect(await createVideoReader(testDatabase.database.db, index).byIds(ids)).toEqual(await expected());
  await index.waitUntilIndexed();
  expect(index.videosByIds(ids)).toEqual(await expected());
});

test('a file that was cut while it was open heals', async () => {
  const { index } = await openIndex();
  await truncate(await recordFile(), 100);
  expect(index.videosByIds(ids)).toEqual([]);
  await index.waitUntilIndexed();
  expect(index.videosByIds(ids)).toEqual(await expected());
});

test.each(['missing', 'cut'])('a snapshot whose record file is %s is not used', async (damage) => {
  await openIndex();
  await opened?.close();
  const path = await recordFile();
  await (damage === 'missing' ? rm(path) : truncate(path, 100));
  const { index, from, logged } = await openIndex();
  expect(logged[0]?.message).toBe('The index snapshot cannot be used; rebuilding');
  expect(from).toBe('database');
  expect(index.videosByIds(ids)).toEqual(await expected());
  expect(await recordFiles()).toHaveLength(1);
});

test('bytes that fit their checksum and are no record come from the database too', async () => {
  const { index } = await openIndex();
  const file = await open(await recordFile(), 'r+');
  const nonsense = Buffer.alloc(28, 1);
  nonsense.writeUInt32LE(20, 0);
  nonsense.writeUInt32LE(crc32(nonsense.subarray(8)), 4);
  await file.write(nonsense, 0, nonsense.length, 8);
  await file.close();
  expect(await createVideoReader(testDatabase.database.db, index).byIds(ids)).toEqual(await expected());
  await index.waitUntilIndexed();
  expect(index.videosByIds(ids)).toEqual(await expected());
});

test('a video that is too long for a record is always read from the database', async () => {
  const { index } = await openIndex();
  await testDatabase.database.pool.query(
    "update videos set preview_urls = array['https://example.com/' || repeat('p', 300000)] where id = 5",
  );
  await index.waitUntilIndexed();
  const { size } = await stat(await recordFile());
  for (let round = 0; round < 2; round++) {
    expect(index.videosByIds([5])).toEqual([]);
    expect(await createVideoReader(testDatabase.database.db, index).byIds(ids)).toEqual(await expected());
    await index.waitUntilIndexed();
  }
  expect((await stat(await recordFile())).size).toBe(size);
});

test('on a full disk videos are read from the database, and written again when there is space', async () => {
  const probe = await open(join(folder, 'probe'), 'w');
  const write = vi.spyOn(Object.getPrototypeOf(probe), 'write');
  await probe.close();
  write.mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const printed: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void printed.push(line) });
  opened = await openCatalogueIndex({ url: testDatabase.url, snapshotPath: join(folder, 'index.snapshot'), logger });
  const { byIds } = createVideoReader(testDatabase.database.db, opened);
  await testDatabase.database.pool.query("update videos set title = 'Changed' where id = 9");
  await opened.waitUntilIndexed();
  expect(opened.page({ search: 'changed', order: 'newest', page: 1, limit: 5 }).ids).toEqual([9]);
  expect(await byIds(ids)).toEqual(await expected());
  expect(printed.join()).toContain('Records of videos could not be written');
  write.mockRestore();
  // The next reader notices what is missing.
  expect(await byIds(ids)).toEqual(await expected());
  await opened.waitUntilIndexed();
  expect(opened.videosByIds(ids)).toEqual(await expected());
});

test('where no record file can be created, a temporary one is used', async () => {
  const { index } = await openIndex(join(folder, 'missing'));
  expect(index.videosByIds(ids)).toEqual(await expected());
});

test('a folder in the place of a record file does not matter, and only the owner can read what is written', async () => {
  await mkdir(join(folder, 'index.snapshot.records-folder'));
  const { index } = await openIndex();
  expect(index.videosByIds(ids)).toEqual(await expected());
  expect(await recordFiles()).toHaveLength(1);
  expect((await stat(await recordFile())).mode & 0o777).toBe(0o600);
  await index.close();
  expect((await stat(join(folder, 'index.snapshot'))).mode & 0o777).toBe(0o600);
});

test('a rebuild leaves one record file', async () => {
  const { index } = await openIndex();
  await testDatabase.owner.pool.query("insert into change_log (entity, entity_id) values ('catalogue', '')");
  await index.waitUntilIndexed();
  expect(index.videosByIds(ids)).toEqual(await expected());
  expect(await recordFiles()).toHaveLength(1);
});
