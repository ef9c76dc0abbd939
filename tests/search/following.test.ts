import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { pruneChangeLog } from '#domain/search/sync/change-log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { addVideo } from './add-video.ts';
import { emptyCatalogue } from './empty-catalogue.ts';
import { olderTransactionsEnd } from './older-transactions.ts';

let testDatabase: TestDatabase;
let index: CatalogueIndex;
let messages: string[];
const logger = {
  info: (_: object, message: string) => void messages.push(message),
  warn: (_: object, message: string) => void messages.push(message),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  messages = [];
  await emptyCatalogue(testDatabase.owner.pool);
  index = await openCatalogueIndex({ url: testDatabase.url, logger });
});

afterEach(() => index.close());

const connect = async (url = testDatabase.url) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

const never = 24 * 3600 * 1000;

const newest = () => index.page({ order: 'newest', page: 1, limit: 50 }).ids;

describe('following the change log', () => {
  test('a change that commits late is not skipped', async () => {
    const [slow, fast] = [await connect(), await connect()];
    await slow.query('begin');
    const late = await addVideo(slow, 'late');
    const early = await addVideo(fast, 'early');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([early]);
    const after = await addVideo(fast, 'after');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([after, early]);
    await slow.query('commit');
    await index.waitUntilIndexed();
    expect(newest().toSorted((a, b) => a - b)).toEqual([late, early, after]);
    expect(index.page({ search: 'late', order: 'newest', page: 1, limit: 5 }).ids).toEqual([late]);
    await slow.end();
    await fast.end();
  });

  test('a rolled back change never appears', async () => {
    const writer = await connect();
    await writer.query('begin');
    await addVideo(writer, 'undone');
    await writer.query('rollback');
    const committed = await addVideo(writer, 'committed');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([committed]);
    await writer.end();
  });

  test('a notification is enough: nobody has to wait for the change', async () => {
    await index.close();
    index = await openCatalogueIndex({ url: testDatabase.url, logger, pollMs: never, viewsMs: never });
    const id = await addVideo(testDatabase.database.pool, 'noticed');
    await expect.poll(newest).toEqual([id]);
  });

  test('after its connection is cut, it logs that, reconnects and has what it missed', async () => {
    const { pool } = testDatabase.database;
    expect(index.status()).toMatchObject({ ready: true, following: true });
    const { rows } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marquee index' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
    const id = await addVideo(pool, 'missed');
    await expect.poll(() => messages).toContain('The catalogue index cannot follow changes; retrying');
    await index.waitUntilIndexed();
    expect(index.status()).toMatchObject({ ready: true, following: true });
    expect(newest()).toEqual([id]);
  });

  test('a bulk load, which logs one entry for the whole catalogue, causes a rebuild', async () => {
    const loader = await connect(testDatabase.ownerUrl);
    await loader.query('begin; alter table videos disable trigger user');
    const id = await addVideo(loader, 'loaded in bulk');
    await loader.query("insert into change_log (entity, entity_id) values ('catalogue', '')");
    await loader.query('alter table videos enable trigger user; commit');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([id]);
    expect(messages).toContain('Catalogue index rebuilt');
    await loader.end();
  });

  test('backdated, redated and restored videos appear in publication order', async () => {
    const { pool } = testDatabase.database;
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    const [first, third, fifth] = [
      await addVideo(pool, 'one', day(1)),
      await addVideo(pool, 'three', day(3)),
      await addVideo(pool, 'five', day(5)),
    ];
    await index.waitUntilIndexed();
    const second = await addVideo(pool, 'two', day(2));
    await index.waitUntilIndexed();
    expect(newest()).toEqual([fifth, third, second, first]);
    await pool.query('update videos set published_at = $2 where id = $1', [first, day(4)]);
    await index.waitUntilIndexed();
    expect(newest()).toEqual([fifth, first, third, second]);
    await pool.query('update videos set deleted_at = now() where id = $1', [third]);
    await index.waitUntilIndexed();
    expect(newest()).toEqual([fifth, first, second]);
    await pool.query('update videos set deleted_at = null where id = $1', [third]);
    await index.waitUntilIndexed();
    expect(newest()).toEqual([fifth, first, third, second]);
    expect(index.page({ search: 'three', order: 'newest', page: 1, limit: 5 }).ids).toEqual([third]);
  });
});

test('views counted by this process move a video up in the popular order', async () => {
  const { pool } = testDatabase.database;
  const [first, second] = [await addVideo(pool, 'first'), await addVideo(pool, 'second')];
  await index.waitUntilIndexed();
  const popular = () => index.page({ order: 'popular', page: 1, limit: 5 }).ids;
  expect(popular()).toEqual([second, first]);
  index.setViews(new Map([[first, 3]]));
  await index.waitUntilIndexed({ views: true });
  expect(popular()).toEqual([first, second]);
});

describe('an index that has nothing to do', () => {
  beforeEach(() => index.close());

  /** Each call causes one round. Between two, there is time for more. */
  const expectNoOtherRound = async (opened: CatalogueIndex) => {
    await opened.waitUntilIndexed();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => queries.mockRestore());
    const calls = 3;
    for (let call = 0; call < calls; call++) {
      for (let time = 0; time < 20; time++) await testDatabase.database.pool.query('select');
      await opened.waitUntilIndexed();
    }
    const { calls: asked, contexts } = queries.mock;
    // Another site may run in this process.
    const isOwn = (at: number) => (contexts[at] as pg.Client).database === new URL(testDatabase.url).pathname.slice(1);
    const rounds = asked.filter(([query], at) => isOwn(at) && String(query).includes('as snapshot'));
    expect(rounds).toHaveLength(calls);
  };

  test('sleeps from the beginning', async () => {
    const opened = await openCatalogueIndex({ url: testDatabase.url, logger, pollMs: never, viewsMs: never });
    await expectNoOtherRound(opened);
    await opened.close();
  });

  test('sleeps once its snapshot is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marquee-index-'));
    const snapshotPath = join(folder, 'index.snapshot');
    const source = { url: testDatabase.url, snapshotPath, logger };
    const opened = await openCatalogueIndex({ ...source, pollMs: never, viewsMs: never, snapshotMs: 1 });
    await expect.poll(() => existsSync(snapshotPath)).toBe(true);
    await expectNoOtherRound(opened);
    await opened.close();
    await rm(folder, { recursive: true });
  });
});

describe('pruning the change log', () => {
  const logged = async () =>
    Number((await testDatabase.database.pool.query('select count(*) from change_log')).rows[0].count);

  test('a reader that has seen the pruned changes continues without a rebuild', async () => {
    const { pool, db } = testDatabase.database;
    await addVideo(pool, 'old');
    await index.waitUntilIndexed();
    await olderTransactionsEnd(testDatabase.owner.pool);
    await index.waitUntilIndexed();
    expect(await pruneChangeLog(db, new Date(Date.now() + 60_000))).toBe(1);
    expect(await logged()).toBe(0);
    const id = await addVideo(pool, 'new');
    await index.waitUntilIndexed();
    expect(newest()[0]).toBe(id);
    expect(messages).not.toContain('Catalogue index rebuilt');
  });

  test('a change that an older transaction precedes, which may still log one, remains', async () => {
    const { pool, db } = testDatabase.database;
    const older = await connect();
    await older.query('begin; select pg_current_xact_id()');
    await addVideo(pool, 'old');
    expect(await pruneChangeLog(db, new Date(Date.now() + 60_000))).toBe(0);
    expect(await logged()).toBe(1);
    await older.end();
  });

  test('newer changes remain in the log', async () => {
    const { pool, db } = testDatabase.database;
    await addVideo(pool, 'recent');
    expect(await pruneChangeLog(db, new Date(Date.now() - 60_000))).toBe(0);
    expect(await logged()).toBe(1);
  });
});

test('after a round that failed half-way, everything is out of date', async () => {
  const { pool } = testDatabase.database;
  const video = await addVideo(pool, 'first');
  const { rows } = await pool.query(`insert into tags (slug, name) values ('old', 'old') returning id`);
  await pool.query('insert into video_tags (video_id, tag_id) values ($1, $2)', [video, rows[0].id]);
  await index.waitUntilIndexed();
  const changes: unknown[] = [];
  index.onChange((change) => changes.push(change));
  // Names are applied before videos, which fail here.
  await testDatabase.owner.pool.query('revoke select on video_tags from marquee_site');
  const client = await connect();
  await client.query(`begin; update tags set slug = 'new', name = 'new'; update videos set title = 'second'; commit`);
  await client.end();
  await expect.poll(() => messages.at(-1)).toMatch('cannot follow changes');
  expect(index.findName('tag', 'new')).toBeDefined();
  expect(changes).toEqual([]);
  await testDatabase.owner.pool.query('grant select on video_tags to marquee_site');
  await expect.poll(() => changes).toEqual(['everything']);
});
