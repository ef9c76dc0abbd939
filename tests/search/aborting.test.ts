/** An index that is no longer wanted, because the site stops while it opens or rebuilds it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { prepared } from '../support/prepared.ts';
import { runs } from '../support/random.ts';

let testDatabase: TestDatabase;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase(prepared.demoTemplate);
  // The rest has all kinds of records, and a build takes long enough to be aborted anywhere.
  await testDatabase.owner.pool.query('delete from videos where id > 400');
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-aborting-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const open = (signal?: AbortSignal) => {
  const logged: object[] = [];
  const log = (facts: object) => void logged.push(facts);
  const index = isOpening.run(true, () =>
    openCatalogueIndex({
      url: testDatabase.url,
      snapshotPath: join(folder, 'index.snapshot'),
      logger: { info: log, warn: log },
      ...(signal && { signal }),
    }),
  );
  return { index, logged };
};

const countConnections = async () => {
  const { rows } = await testDatabase.owner.pool.query(
    `select from pg_stat_activity where application_name = 'marquee index' and datname = current_database()`,
  );
  return rows.length;
};

/** Whether code runs for the index that is opened, and not for another site of this process. */
const isOpening = new AsyncLocalStorage<true>();

/**
 * Aborts at the n-th look at the clock, with which all long work begins each of its steps. The clock goes on with each look, so
 * that a busy machine takes as many.
 */
const abortAtStep = (step: number) => {
  const controller = new AbortController();
  const now = performance.now.bind(performance);
  const startedAt = now();
  let steps = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    if (!isOpening.getStore()) return now();
    if (++steps === step) controller.abort();
    return startedAt + steps;
  });
  return { signal: controller.signal, steps: () => steps };
};

const emptyFolder = async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
};

const countSteps = async () => {
  const { steps } = abortAtStep(Number.POSITIVE_INFINITY);
  const { index } = open();
  const opened = await index;
  const total = steps();
  vi.restoreAllMocks();
  await opened.close();
  return total;
};

/** Aborts at moments all over the work of opening an index. */
const abortEverywhere = async (total: number, check: (logged: object[]) => Promise<void>) => {
  const moments = runs(4, 20);
  for (let moment = 1; moment <= moments; moment++) {
    const step = Math.ceil((moment * total) / (moments + 1));
    const { signal, steps } = abortAtStep(step);
    const { index, logged } = open(signal);
    const opened = await index.then(
      (value) => ({ value, wasAborted: signal.aborted }),
      () => undefined,
    );
    // How many steps there are depends on how the database's answers are cut: there may be none left to abort at.
    expect(opened?.wasAborted ?? false, `step ${step} of ${total}`).toBe(false);
    await opened?.value.close();
    if (!isReady(logged)) expect(steps() - step, `steps after step ${step} of ${total}`).toBeLessThan(3);
    vi.restoreAllMocks();
    await expect.poll(countConnections).toBe(0);
    await check(logged);
  }
};

const isReady = (logged: object[]) => logged.some((facts) => 'from' in facts);

test('a build that is aborted ends at its next step and leaves no connection or file behind', async () => {
  const total = await countSteps();
  await emptyFolder();
  await abortEverywhere(total, async (logged) => {
    // Once it is built, it is stored for the next start.
    if (isReady(logged)) await emptyFolder();
    expect(await readdir(folder)).toEqual([]);
  });
});

test('restoring a snapshot that is aborted leaves the snapshot for the next start', async () => {
  await (await open().index).close();
  const files = await readdir(folder);
  expect(files).toHaveLength(2);
  const total = await countSteps();
  await abortEverywhere(total, async () => expect(await readdir(folder)).toEqual(files));
  const { index, logged } = open();
  await (await index).close();
  expect(logged).toContainEqual(expect.objectContaining({ from: 'snapshot' }));
});

test('closing ends a rebuild and all connections, however many turns of the event loop after it began to connect', async () => {
  let index = await open().index;
  const writer = await testDatabase.owner.pool.connect();
  const isOwn = (client: unknown) => (client as pg.Client).database === writer.database;
  for (const turns of [0, 1, 16, 256, 4_096]) {
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    await writer.query(
      `insert into change_log (entity, entity_id) values ('catalogue', 'all'); notify marquee_changes`,
    );
    while (!connect.mock.contexts.some(isOwn)) await setImmediate();
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    await index.close();
    vi.restoreAllMocks();
    expect(index.status(), `${turns} turns`).toMatchObject({ ready: false, following: false, rebuilding: false });
    await expect.poll(countConnections).toBe(0);
    index = await open().index;
    expect(index.size).toBeGreaterThan(0);
  }
  await index.close();
  writer.release();
});
