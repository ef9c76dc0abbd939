/** Videos come from the index, which must notice every change in the database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNameProfiles, type NameProfile } from '#domain/catalogue/name-profiles.ts';
import { createVideoReader } from '#domain/catalogue/videos.ts';
import { type ChangeListener, emptyInvalidation } from '#domain/search/sync/invalidation.ts';
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

describe('images and descriptions of performers, which are in memory', () => {
  beforeAll(async () => {
    await addVideo(site.database.db, { performers: ['isla-torven', 'mara-quill'] });
    await site.index.waitUntilIndexed();
  });

  const store = (slug: string, { imageUrl, description }: NameProfile) =>
    site.database.db
      .updateTable('performers')
      .set({ image_url: imageUrl, description })
      .where('slug', '=', slug)
      .execute();

  const [first, second] = ['one', 'two'].map((word) => ({
    imageUrl: `https://example.com/${word}.webp`,
    description: `Known for ${word}.`,
  })) as [NameProfile, NameProfile];

  const answers = async () => {
    const metadata = await site.app.inject('/api/pornstar/isla-torven/metadata');
    const images = await site.app.inject({
      method: 'POST',
      url: '/api/pornstars/images',
      payload: { names: ['isla-torven', 'nobody'] },
    });
    return { description: metadata.json().description, images: images.json().images };
  };

  it('the API answers with what is stored now', async () => {
    expect(await answers()).toEqual({ description: '', images: {} });
    for (const profile of [first, second]) {
      await store('isla-torven', profile);
      await site.index.waitUntilIndexed();
      const { imageUrl: image, description } = profile;
      expect(await answers()).toEqual({
        description,
        images: { 'isla-torven': { image, picture: expect.stringContaining('/picture/sisla-torven-') } },
      });
    }
    await store('isla-torven', { imageUrl: '', description: '' });
    await site.index.waitUntilIndexed();
    expect(await answers()).toEqual({ description: '', images: {} });
  });

  /** Profiles that hear of changes only when they are told. */
  const openProfiles = (options?: { maxBytes: number }) => {
    let tell: ChangeListener = () => undefined;
    const index = {
      onChange: (listener: ChangeListener) => {
        tell = listener;
      },
    };
    const profiles = createNameProfiles(site.database.db, index, 'performer', options);
    const tellChanged = (slug: string) => tell({ ...emptyInvalidation(), names: new Set([`performer:${slug}`]) });
    return { ...profiles, tellChanged, tell: (change: Parameters<ChangeListener>[0]) => tell(change) };
  };

  it('preloaded profiles are not read again before they change', async () => {
    const slugs = ['isla-torven', 'mara-quill'];
    await store('isla-torven', first);
    await store('mara-quill', { imageUrl: '', description: '' });
    const profiles = openProfiles();
    await profiles.preload();
    await store('isla-torven', second);
    await store('mara-quill', second);
    expect(await profiles.bySlugs(slugs)).toEqual(new Map([['isla-torven', first]]));
    profiles.tellChanged('mara-quill');
    expect(await profiles.bySlugs(slugs)).toEqual(
      new Map([
        ['isla-torven', first],
        ['mara-quill', second],
      ]),
    );
    profiles.tell('everything');
    expect((await profiles.bySlugs(slugs)).get('isla-torven')).toEqual(second);
  });

  it('what was read while something changed is not kept', async () => {
    await store('isla-torven', first);
    const profiles = openProfiles();
    const [preloading, reading] = [profiles.preload(), profiles.bySlugs(['isla-torven'])];
    profiles.tellChanged('isla-torven');
    await Promise.all([preloading, reading]);
    await store('isla-torven', second);
    expect((await profiles.bySlugs(['isla-torven'])).get('isla-torven')).toEqual(second);
  });

  it('what does not fit in memory is read when it is needed', async () => {
    await store('isla-torven', first);
    await store('mara-quill', second);
    const profiles = openProfiles({ maxBytes: 300 });
    await profiles.preload();
    const slugs = ['mara-quill', 'isla-torven', 'mara-quill', 'isla-torven'];
    for (const slug of slugs) {
      const expected = slug === 'isla-torven' ? first : second;
      expect((await profiles.bySlugs([slug])).get(slug)).toEqual(expected);
    }
  });
});
