/** Images and descriptions of performers: in memory, and always those that are stored now. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNameProfiles, type NameProfile } from '#domain/catalogue/name-profiles.ts';
import { type ChangeListener, emptyInvalidation } from '#domain/search/sync/invalidation.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addVideo(site.database.db, { performers: ['isla-torven', 'mara-quill'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

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
