/** Videos come from the index, which must notice every change in the database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVideoReader } from '#domain/catalogue/videos.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

interface Record {
  _id: string;
  titel: string;
  tags: string[];
  views: number;
}

const records = async () => {
  const list = (await (await site.app.inject('/api/getpostdata')).json()) as { records: Record[] };
  return list.records;
};
const alone = async (id: number) =>
  (await site.app.inject({ method: 'POST', url: `/api/getVideo/${id}` })).json() as Record;

it('an edit made directly in the database is shown in lists and on its own', async () => {
  const { db } = site.database;
  const id = await addVideo(db, { title: 'Before' });
  await site.index.waitUntilIndexed();
  expect([(await records())[0]?.titel, (await alone(id)).titel]).toEqual(['Before', 'Before']);
  await db.updateTable('videos').set({ title: 'After' }).where('id', '=', id).execute();
  await site.index.waitUntilIndexed();
  expect([(await records())[0]?.titel, (await alone(id)).titel]).toEqual(['After', 'After']);
});

it('a deletion is shown', async () => {
  const { db } = site.database;
  const id = await addVideo(db, { title: 'Soon gone' });
  await site.index.waitUntilIndexed();
  expect((await alone(id)).titel).toBe('Soon gone');
  await db.updateTable('videos').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  await site.index.waitUntilIndexed();
  expect((await site.app.inject({ method: 'POST', url: `/api/getVideo/${id}` })).statusCode).toBe(410);
});

it('a tag is shown by its new slug', async () => {
  const { db } = site.database;
  const id = await addVideo(db, { title: 'Tagged', tags: ['old-slug'] });
  await site.index.waitUntilIndexed();
  expect((await alone(id)).tags).toEqual(['old-slug']);
  await db.updateTable('tags').set({ slug: 'new-slug' }).where('slug', '=', 'old-slug').execute();
  await site.index.waitUntilIndexed();
  expect((await alone(id)).tags).toEqual(['new-slug']);
});

it('a bulk load without triggers is shown', async () => {
  const id = await addVideo(site.database.db, { title: 'Before the load' });
  await site.index.waitUntilIndexed();
  expect((await alone(id)).titel).toBe('Before the load');
  await site.owner.pool.query(
    `begin; alter table videos disable trigger user; update videos set title = 'Loaded' where id = ${id};
     alter table videos enable trigger user; insert into change_log (entity, entity_id) values ('catalogue', ''); commit`,
  );
  await site.index.waitUntilIndexed();
  expect((await alone(id)).titel).toBe('Loaded');
});

it('a video that the index does not have yet is read from the database', async () => {
  const { db } = site.database;
  const [known, added] = [await addVideo(db, { title: 'Known' }), await addVideo(db, { title: 'Added' })];
  const lagging = {
    videosByIds: (ids: readonly number[]) => site.index.videosByIds(ids.filter((id) => id === known)),
    viewsOf: () => 3,
  };
  await site.index.waitUntilIndexed();
  const videos = await createVideoReader(db, lagging).byIds([added, -1, known]);
  expect(videos.map(({ title, views }) => [title, views])).toEqual([
    ['Added', 3],
    ['Known', 0],
  ]);
});

it('a view counted by this process is shown immediately, one by another process after the next refresh', async () => {
  const { db } = site.database;
  const id = await addVideo(db, { title: 'Viewed' });
  await site.index.waitUntilIndexed();
  const before = (await alone(id)).views;
  await site.app.inject({ method: 'POST', url: `/api/updateviews/${id}`, payload: { views: 1 } });
  expect((await alone(id)).views).toBe(before + 1);
  await sql`update video_views set total = total + 5 where video_id = ${id}`.execute(db);
  await site.index.waitUntilIndexed({ views: true });
  expect((await alone(id)).views).toBe(before + 6);
});
