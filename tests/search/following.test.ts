import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { pruneChangeLog } from '#domain/search/sync/change-log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { olderTransactionsEnd } from './older-transactions.ts';

let ground: TestDatabase;
let index: CatalogueIndex;
let messages: string[];
const logger = {
  info: (_: object, message: string) => void messages.push(message),
  warn: (_: object, message: string) => void messages.push(message),
};

beforeEach(async () => {
  messages = [];
  ground = await createTestDatabase();
  index = await openCatalogueIndex({ url: ground.url, logger });
});

afterEach(async () => {
  await index.close();
  await ground.drop();
});

const connect = async () => {
  const client = new pg.Client({ connectionString: ground.url });
  await client.connect();
  return client;
};

interface Runner {
  query: (text: string, values: unknown[]) => Promise<{ rows: { id: unknown }[] }>;
}

const addVideo = async (on: Runner, title: string, publishedAt = new Date()) => {
  const { rows } = await on.query(
    `insert into videos (title, category, image_url, link, published_at)
     values ($1, 'english', 'https://example.com/i', 'https://example.com/v', $2) returning id`,
    [title, publishedAt],
  );
  return Number(rows[0]?.id);
};

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

  test('what is rolled back never shows', async () => {
    const writer = await connect();
    await writer.query('begin');
    await addVideo(writer, 'undone');
    await writer.query('rollback');
    const kept = await addVideo(writer, 'kept');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([kept]);
    await writer.end();
  });

  test('a notification is enough: nobody has to ask for the change', async () => {
    const id = await addVideo(ground.database.pool, 'seen by itself');
    await expect.poll(newest, { timeout: 4_000 }).toEqual([id]);
  });

  test('when its connection is cut it says so, comes back, and has what happened meanwhile', async () => {
    const { pool } = ground.database;
    expect(index.status()).toMatchObject({ ready: true, following: true });
    const { rows } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marquee index' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
    const id = await addVideo(pool, 'meanwhile');
    await expect.poll(() => messages).toContain('The catalogue index cannot follow changes; retrying');
    await index.waitUntilIndexed();
    expect(index.status()).toMatchObject({ ready: true, following: true });
    expect(newest()).toEqual([id]);
  });

  test('a bulk load that logs the catalogue as a whole is read anew', async () => {
    const loader = await connect();
    await loader.query('begin; alter table videos disable trigger user');
    const id = await addVideo(loader, 'loaded in bulk');
    await loader.query("insert into change_log (entity, entity_id) values ('catalogue', '')");
    await loader.query('alter table videos enable trigger user; commit');
    await index.waitUntilIndexed();
    expect(newest()).toEqual([id]);
    expect(messages).toContain('Catalogue index rebuilt');
    await loader.end();
  });

  test('backdated, re-dated and restored videos take their place', async () => {
    const { pool } = ground.database;
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

const longMs = 60_000;

test('an index that was just opened sleeps', async () => {
  const opened = await openCatalogueIndex({ url: ground.url, logger, pollMs: longMs });
  const { upToDateAt } = opened.status();
  await setTimeout(200);
  expect(opened.status().upToDateAt).toEqual(upToDateAt);
  await opened.close();
});

test('an index that nothing happens to sleeps once its snapshot is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-index-'));
  const snapshotPath = join(folder, 'index.snapshot');
  const idle = await openCatalogueIndex({
    url: ground.url,
    snapshotPath,
    logger,
    pollMs: longMs,
    viewsMs: longMs,
    snapshotMs: 1,
  });
  await expect.poll(() => existsSync(snapshotPath)).toBe(true);
  const { upToDateAt } = idle.status();
  await setTimeout(200);
  expect(idle.status().upToDateAt).toEqual(upToDateAt);
  await idle.close();
  await rm(folder, { recursive: true });
});

describe('pruning the change log', () => {
  const logged = async () =>
    Number((await ground.database.pool.query('select count(*) from change_log')).rows[0].count);

  test('a reader that has seen what is pruned goes on without building anew', async () => {
    const { pool, db } = ground.database;
    await addVideo(pool, 'old');
    await olderTransactionsEnd(pool);
    await index.waitUntilIndexed();
    expect(await pruneChangeLog(db, new Date(Date.now() + 60_000))).toBe(1);
    expect(await logged()).toBe(0);
    const id = await addVideo(pool, 'new');
    await index.waitUntilIndexed();
    expect(newest()[0]).toBe(id);
    expect(messages).not.toContain('Catalogue index rebuilt');
  });

  test('changes after the time are kept', async () => {
    const { pool, db } = ground.database;
    await addVideo(pool, 'kept');
    expect(await pruneChangeLog(db, new Date(Date.now() - 60_000))).toBe(0);
    expect(await logged()).toBe(1);
  });
});
