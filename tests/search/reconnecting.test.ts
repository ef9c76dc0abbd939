import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { prepared } from '../support/prepared.ts';
import { addVideo } from './add-video.ts';
import { emptyCatalogue } from './empty-catalogue.ts';

let testDatabase: TestDatabase;
let server: pg.Client;
let index: CatalogueIndex;
let pauses: number[];

/** Longer than any test: only notifications and reconnecting can bring a change in. */
const neverMs = 600_000;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  server = new pg.Client({ connectionString: prepared.serverUrl });
  await server.connect();
});

afterAll(async () => {
  await server.end();
  await testDatabase.drop();
});

beforeEach(async () => {
  await emptyCatalogue(testDatabase.owner.pool);
  pauses = [];
  index = await openCatalogueIndex({
    url: testDatabase.url,
    pollMs: neverMs,
    viewsMs: neverMs,
    logger: {
      info: () => {},
      warn: (facts) => {
        if ('retryInMs' in facts) pauses.push(facts.retryInMs as number);
      },
    },
  });
});

afterEach(async () => {
  await index.close();
  await allowConnections(true);
});

const databaseName = () => new URL(testDatabase.url).pathname.slice(1);

const allowConnections = (allowed: boolean) =>
  server.query(`alter database ${databaseName()} with allow_connections ${allowed}`);

const cutConnection = async () => {
  const { rowCount } = await server.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'marquee index' and datname = $1`,
    [databaseName()],
  );
  expect(rowCount).toBe(1);
};

const newest = () => index.page({ order: 'newest', page: 1, limit: 50 }).ids;
const isFollowing = () => index.status().following;

test('what was committed while it was disconnected is applied on reconnecting', async () => {
  const { pool } = testDatabase.database;
  await pool.query('select 1');
  await allowConnections(false);
  await cutConnection();
  await expect.poll(isFollowing).toBe(false);
  const missed = await addVideo(pool, 'missed');
  await allowConnections(true);
  await expect.poll(newest).toEqual([missed]);
  await expect.poll(isFollowing).toBe(true);
});

test('it listens for notifications again after reconnecting', async () => {
  const { pool } = testDatabase.database;
  await cutConnection();
  await expect.poll(() => pauses).toEqual([100]);
  await expect.poll(isFollowing).toBe(true);
  const first = await addVideo(pool, 'first');
  await expect.poll(newest).toEqual([first]);
  const second = await addVideo(pool, 'second');
  await expect.poll(newest).toEqual([second, first]);
});

test('it backs off while the database refuses connections, and starts over after a success', async () => {
  await allowConnections(false);
  await cutConnection();
  await expect.poll(() => pauses).toEqual([100, 200, 400]);
  await allowConnections(true);
  await expect.poll(isFollowing).toBe(true);
  pauses = [];
  await cutConnection();
  await expect.poll(() => pauses).toEqual([100]);
});

test('callers that wait while it is disconnected are served after reconnecting', async () => {
  const { pool } = testDatabase.database;
  await pool.query('select 1');
  await allowConnections(false);
  await cutConnection();
  await expect.poll(isFollowing).toBe(false);
  const missed = await addVideo(pool, 'missed');
  const indexed = index.waitUntilIndexed();
  await allowConnections(true);
  await indexed;
  expect(newest()).toEqual([missed]);
});

test('callers of a round that fails midway are served after reconnecting', async () => {
  const { pool } = testDatabase.database;
  const blocker = await pool.connect();
  await blocker.query('begin; lock table change_log in access exclusive mode');
  const indexed = index.waitUntilIndexed();
  const waitEvent = async () => {
    const { rows } = await server.query(
      `select wait_event_type from pg_stat_activity where application_name = 'marquee index' and datname = $1`,
      [databaseName()],
    );
    return rows[0]?.wait_event_type;
  };
  await expect.poll(waitEvent).toBe('Lock');
  await cutConnection();
  await expect.poll(() => pauses).toEqual([100]);
  await blocker.query('rollback');
  blocker.release();
  await indexed;
  expect(isFollowing()).toBe(true);
});

test('closing while disconnected ends the pause and rejects those who wait', async () => {
  await allowConnections(false);
  await cutConnection();
  const waiting = expect(index.waitUntilIndexed()).rejects.toThrow('The catalogue index is closed');
  await expect.poll(() => pauses.at(-1)).toBe(1_600);
  // Turns of the event loop: a handful, and many thousands in the rest of the pause.
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    turn = setImmediate(countTurns);
  };
  let turn = setImmediate(countTurns);
  await index.close();
  clearImmediate(turn);
  expect(turns).toBeLessThan(100);
  await waiting;
  await expect(index.waitUntilIndexed()).rejects.toThrow('The catalogue index is closed');
});
