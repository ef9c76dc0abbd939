/** How groups of words that find each other reach the index of each process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { roaringLibraryInitialize } from 'roaring-wasm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { disposeCatalogue, type IndexState } from '#domain/search/index/catalogue.ts';
import { writeSnapshot } from '#domain/search/index/snapshot.ts';
import { catchUp } from '#domain/search/sync/catch-up.ts';
import { openIndexState } from '#domain/search/sync/open-index-state.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let folder: string;
let client: pg.Client;
const opened: IndexState[] = [];
beforeEach(async () => {
  await roaringLibraryInitialize();
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'marquee-synonyms-'));
  client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
});
afterEach(async () => {
  for (const { catalogue } of opened.splice(0)) disposeCatalogue(catalogue);
  await client.end();
  await rm(folder, { recursive: true });
  await testDatabase.drop();
});

const snapshotPath = () => join(folder, 'index.snapshot');
const openState = async () => {
  const logger = { info: () => {}, warn: () => {} };
  const state = await openIndexState(
    { url: testDatabase.url, snapshotPath: snapshotPath(), logger },
    new AbortController().signal,
  );
  opened.push(state);
  return state;
};
const found = ({ catalogue }: IndexState, word: string) => catalogue.synonyms.synonymsOf([word], 0);
const saveGroup = (...words: string[]) =>
  testDatabase.database.pool.query('insert into synonyms (words) values ($1)', [words]);

/** Applies what was committed, and returns whether synonyms were among it. */
const follow = async (state: IndexState) => {
  const result = await catchUp({ client }, state.catalogue, state.cursor);
  if (result === 'rebuild') throw new Error('The index would be rebuilt');
  state.cursor = result.cursor;
  return result.invalidation.synonyms;
};

test('every index follows added, changed and deleted groups', async () => {
  const [first, second] = [await openState(), await openState()];
  await saveGroup('quay', 'harbour');
  for (const state of [first, second]) {
    expect(await follow(state)).toBe(true);
    expect(found(state, 'quay')).toEqual([{ length: 1, alternatives: [['harbour']] }]);
  }
  await testDatabase.database.pool.query(`update synonyms set words = array['pier', 'harbour']`);
  expect(await follow(first)).toBe(true);
  expect([found(first, 'quay'), found(first, 'pier').length]).toEqual([[], 1]);
  await testDatabase.database.pool.query('delete from synonyms');
  expect(await follow(first)).toBe(true);
  expect(found(first, 'pier')).toEqual([]);
  expect(await follow(first)).toBe(false);
});

test('an index that starts has the groups, from the database or a snapshot', async () => {
  await saveGroup('quay', 'harbour');
  const built = await openState();
  expect(found(built, 'quay')).toHaveLength(1);
  await writeSnapshot(snapshotPath(), built);
  expect(found(await openState(), 'harbour')).toHaveLength(1);
});
