/** kill -9 while pictures are being hashed: none is lost, and another process takes them up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Tx } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { createPictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import { openPictureServer, type PictureServer } from '../../stay-down/picture-server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { storeCase } from '../../support/open-case.ts';

const siteUrl = 'https://shelf.example';
let test: TestDatabase;
let server: PictureServer;
beforeAll(async () => {
  [test, server] = await Promise.all([createTestDatabase(), openPictureServer()]);
});
afterAll(async () => {
  await test.drop();
  await server.close();
});
afterEach(() => server.answer(undefined));

/** Runs the job in a process of its own, and kills it when it has come to a point. */
const killAt = async (point: () => Promise<unknown>) => {
  const script = join(import.meta.dirname, 'hash-pictures.ts');
  const child = spawn(process.execPath, [script, test.url, server.url], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await point();
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
};

const hashHere = async () => {
  const { db } = test.database;
  const fetch = createFetcher({ siteUrl, allow: server.allow });
  await createPictureHasher({ db, readPicture: createPictureReader({ db, fetch, siteUrl }), pauseMs: 0 }).hashDue();
};
/** As if the time had passed for which the killed process had taken its pictures. */
const endLeases = () =>
  test.database.db
    .updateTable('image_hashes')
    .set({ next_try_at: new Date(0) })
    .execute();

const save = (n: number) =>
  addVideo(test.database.db, system, {
    ...{ title: 'Rain', imageUrl: `${server.url}/${n}.png`, category: 'english' as const },
    link: `https://clips.example/post/n${n}`,
  });
const pictureOf = (n: number) =>
  test.database.db
    .selectFrom('image_hashes')
    .select(['state', 'tries'])
    .where('image_url', '=', `${server.url}/${n}.png`)
    .executeTakeFirst();

/** Until the other process waits for what this transaction has locked. */
const untilItWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        test.owner.db,
      );
      return rows.length;
    })
    .toBe(1);
/** Kills the job while it waits for what `lock` has locked, which is rolled back. */
const killWhileLocked = async (lock: (tx: Tx) => Promise<unknown>) => {
  const tx = await test.database.db.startTransaction().execute();
  await lock(tx);
  await killAt(untilItWaits);
  await tx.rollback().execute();
};

it('while it waits for a picture', async () => {
  for (const n of [1, 2, 3]) await save(n);
  await killAt(
    () =>
      new Promise<void>((asked) => {
        // It gets no answer.
        server.answer(() => asked());
      }),
  );
  server.answer(undefined);
  expect(await pictureOf(1)).toEqual({ state: 'waiting', tries: 1 });
  // The killed process may still be at it, as far as others know.
  const asked = server.asked.length;
  await hashHere();
  expect(server.asked).toHaveLength(asked);
  await endLeases();
  await hashHere();
  for (const n of [1, 2, 3]) expect(await pictureOf(n)).toMatchObject({ state: 'hashed' });
});

it('while it queues the pictures of posts that were saved', async () => {
  await save(10);
  // Somebody else queues the same picture, but does not finish.
  await killWhileLocked((tx) =>
    tx
      .insertInto('image_hashes')
      .values({ image_url: `${server.url}/10.png` })
      .execute(),
  );
  await endLeases();
  await hashHere();
  expect(await pictureOf(10)).toMatchObject({ state: 'hashed' });
});

it('while it stores what it found: the post that shows what was removed is withheld all the same', async () => {
  const removed = await save(20);
  await hashHere();
  const opened = await storeCase(test.database.db);
  await test.database.db.transaction().execute((tx) => keepDown(tx, opened.id, { videoIds: [removed.id] }));
  const { id } = await addVideo(test.database.db, system, {
    ...{ title: 'Again', imageUrl: `${server.url}/20.jpg`, category: 'english' },
    link: 'https://clips.example/post/again',
  });
  await killWhileLocked((tx) => tx.selectFrom('videos').select('id').where('id', '=', id).forUpdate().execute());
  await endLeases();
  await hashHere();
  const { state } = await test.database.db
    .selectFrom('videos')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('withheld');
});

it('a picture that ends the process each time is given up', async () => {
  await save(30);
  await hashHere();
  await test.database.db
    .updateTable('image_hashes')
    .set({ state: 'waiting', tries: 8, next_try_at: new Date(0) })
    .where('image_url', '=', `${server.url}/30.png`)
    .execute();
  const asked = server.asked.length;
  await hashHere();
  expect(await pictureOf(30)).toEqual({ state: 'failed', tries: 8 });
  expect(server.asked).toHaveLength(asked);
});
