/** What is known of a picture goes once nothing uses it, some at a time. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { pruneImageHashes, storeHash } from '#domain/stay-down/image-hashes.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.db.deleteFrom('videos').execute();
  await test.database.db.deleteFrom('image_hashes').execute();
  await test.database.db.updateTable('stay_down_progress').set({ pictures_checked_to: 0 }).execute();
});

const urlOf = (name: string) => `https://pictures.example/${name}.png`;
/** A picture that was hashed some days ago, unless it is young. */
const know = async (name: string, hashed_at = new Date(Date.now() - 3 * 86_400_000)) => {
  await test.database.db.transaction().execute((tx) => storeHash(tx, urlOf(name), '0123456789abcdef'));
  await test.database.db
    .updateTable('image_hashes')
    .set({ hashed_at, next_try_at: hashed_at })
    .where('image_url', '=', urlOf(name))
    .execute();
};
const post = (name: string) =>
  addVideo(test.database.db, system, { title: 'Rain', imageUrl: urlOf(name), category: 'english' });
const known = async () => {
  const rows = await test.database.db.selectFrom('image_hashes').select('image_url').orderBy('id').execute();
  return rows.map(({ image_url }) => /(\w+)\.png/.exec(image_url)?.[1]);
};

it('only what no post has, no case keeps down and nobody is about to use', async () => {
  const { db } = test.database;
  const [removed, takenBack] = [await post('removed'), await post('takenBack')];
  await post('used');
  for (const name of ['removed', 'takenBack', 'used', 'unused']) await know(name);
  await know('young', new Date());
  for (const { id } of [removed, takenBack]) {
    const opened = await storeCase(db);
    await db.transaction().execute((tx) => keepDown(tx, opened.id, { videoIds: [id] }));
    if (id === takenBack.id) await db.transaction().execute((tx) => stopKeepingDown(tx, opened.id, { videoIds: [id] }));
    await db.deleteFrom('videos').where('id', '=', id).execute();
  }
  await purgeDeleted(db);
  expect(await known()).toEqual(['removed', 'used', 'young']);
});

it('looks at some in each round, goes on after them in the next, and then begins again', async () => {
  const used = [await post('a'), await post('b')];
  for (const name of ['a', 'b', 'c', 'd', 'e']) await know(name);
  const prune = () => pruneImageHashes(test.database.db, { count: 2, batchSize: 2 });
  await prune();
  expect(await known()).toEqual(['a', 'b', 'c', 'd', 'e']);
  await prune();
  expect(await known()).toEqual(['a', 'b', 'e']);
  await prune();
  expect(await known()).toEqual(['a', 'b']);
  for (const { id } of used) await test.database.db.deleteFrom('videos').where('id', '=', id).execute();
  await prune();
  expect(await known()).toEqual([]);
});
