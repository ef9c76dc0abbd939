/** Videos that are withheld while the index is busy with something long. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withholdVideos } from '#domain/holds/holds.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { addVideo } from './add-video.ts';
import { emptyCatalogue } from './empty-catalogue.ts';

let testDatabase: TestDatabase;
let index: CatalogueIndex;
let changed: unknown[];
let blocker: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  changed = [];
  await testDatabase.owner.pool.query('delete from video_holds');
  await emptyCatalogue(testDatabase.owner.pool);
  const logger = { info: () => {}, warn: () => {} };
  index = await openCatalogueIndex({ url: testDatabase.url, logger });
  index.onChange((invalidation) => changed.push(invalidation));
  blocker = new pg.Client({ connectionString: testDatabase.url });
  await blocker.connect();
});

afterEach(async () => {
  await blocker.end();
  await index.close();
});

const newest = () => index.page({ order: 'newest', page: 1, limit: 50 }).ids;

/** Every round that needs the synonyms then waits until the blocker's transaction ends. */
const startLongRound = async (entity: 'synonym' | 'catalogue') => {
  await blocker.query('begin; lock table synonyms in access exclusive mode');
  await testDatabase.database.pool.query("insert into change_log (entity, entity_id) values ($1, '')", [entity]);
  await testDatabase.database.pool.query('notify marquee_changes');
};

const withhold = async (id: number) => {
  const { db } = testDatabase.database;
  const source = { caseId: (await storeCase(db)).id };
  await db.transaction().execute((tx) => withholdVideos(tx, [id], source));
};

test.each(['synonym', 'catalogue'] as const)(
  'a video withheld during a long round (%s) is out before the round is over, and stays out',
  async (entity) => {
    const { pool } = testDatabase.database;
    const [kept, removed] = [await addVideo(pool, 'Kept kite'), await addVideo(pool, 'Removed kite')];
    await index.waitUntilIndexed();
    expect(newest()).toEqual([removed, kept]);
    changed = [];
    await startLongRound(entity);
    await withhold(removed);
    await expect.poll(newest).toEqual([kept]);
    expect(changed).toEqual([expect.objectContaining({ removed: new Set([removed]) })]);
    await blocker.query('commit');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([kept]);
  },
);
