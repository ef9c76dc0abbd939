/** Why visitors don't see a post: every reason, in sentences. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostState } from '#contract/values/posts.ts';
import { whyNotVisible } from '#domain/visibility.ts';
import { addVideo } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const add = async (state: PostState = 'published', columns: Record<string, unknown> = {}) => {
  const { db } = test.database;
  const id = await addVideo(db, { title: 'Quiet harbour' });
  await db
    .updateTable('videos')
    .set({ state, ...columns })
    .where('id', '=', id)
    .execute();
  return id;
};
const reasonsOf = async (id: number) => (await whyNotVisible(test.database.db, id))?.reasons;

it('a post that visitors see has none', async () => {
  expect(await whyNotVisible(test.database.db, await add())).toMatchObject({ title: 'Quiet harbour', reasons: [] });
});

it('names drafts, schedules and dead links', async () => {
  expect(await reasonsOf(await add('draft'))).toEqual(['It is a draft.']);
  const publishAt = new Date('2040-05-06T07:08:00Z');
  expect(await reasonsOf(await add('scheduled', { publish_at: publishAt }))).toEqual([
    'It is scheduled for 2040-05-06 07:08 UTC.',
  ]);
  const dead = await add('draft');
  await sql`insert into link_hidden_posts (video_id, version, hidden_at) select id, version, now() from videos where id = ${dead}`.execute(
    test.owner.db,
  );
  expect(await reasonsOf(dead)).toEqual(['All its links are dead. It returns when one of them works again.']);
});

it('names the case that withholds it, what it was before, and that it is deleted as well', async () => {
  const { id: caseId, number } = await storeCase(test.database.db);
  const deletedAt = new Date('2026-11-02T03:04:05Z');
  const id = await add('withheld', { withheld_from: 'draft', deleted_at: deletedAt });
  await test.database.db.insertInto('video_holds').values({ video_id: id, case_id: caseId }).execute();
  expect(await reasonsOf(id)).toEqual([
    'It was deleted on 2026-11-02. It can be restored under Deleted for 30 days.',
    `It is withheld by case ${number}. It is a draft again once nothing withholds it.`,
  ]);
});

it('tells a post that was deleted for good from one that never was', async () => {
  const id = await add();
  await add();
  await test.owner.db.deleteFrom('videos').where('id', '=', id).execute();
  expect(await reasonsOf(id)).toEqual(['It was deleted for good.']);
  expect(await reasonsOf(id + 1000)).toBeUndefined();
});
