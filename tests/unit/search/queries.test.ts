import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listNames } from '#domain/search/queries/names.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { findRelated, maxRelated } from '#domain/search/queries/related.ts';
import { suggest } from '#domain/search/queries/suggestions.ts';
import { applyVideos } from '#domain/search/sync/apply-videos.ts';
import { entryOf, smallCatalogue } from './small-catalogue.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('pages', () => {
  test('the best match is the whole title, then a whole name, a phrase, all words in the title, names, forms, a prefix', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, title: 'Keyser in silver' },
      { id: 2, title: 'Silver key' },
      { id: 3, title: 'Silver', tags: ['keys'] },
      { id: 4, title: 'Keys of silver' },
      { id: 5, title: 'Some silver keys' },
      { id: 6, performers: ['Silver Keys'] },
      { id: 7, title: 'Silver keys' },
      { id: 8, title: 'Amber keys, part three' },
    ]);
    const query = (search: string, page: number) => findPage(catalogue, { search, order: 'best', page, limit: 4 });
    expect(query('silver keys', 1)).toEqual({ ids: [7, 6, 5, 4], total: 7 });
    expect(query('silver-keys', 2)).toEqual({ ids: [3, 2, 1], total: 7 });
    expect(query('silver keys', 3)).toEqual({ ids: [], total: 7 });
    expect(query('title:silver key', 1)).toEqual({ ids: [2, 7, 5, 4], total: 5 });
    expect(query('title:silver key', 2)).toEqual({ ids: [1], total: 5 });
  });

  test('words of other searched texts match unless only titles are searched', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, title: 'Silver tides' },
      { id: 2, title: 'Harbour', otherTexts: ['Silver pictures', 'More silver'] },
      { id: 3, title: 'Amber', tags: ['silver'] },
    ]);
    const idsOf = (search: string) => findPage(catalogue, { search, order: 'best', page: 1, limit: 10 }).ids;
    expect(idsOf('silver').toSorted()).toEqual([1, 2, 3]);
    expect(idsOf('silver pic')).toEqual([2]);
    expect(idsOf('sil').toSorted()).toEqual([1, 2, 3]);
    expect(idsOf('title:silver')).toEqual([1]);
  });

  test('of equally good matches, views and age decide, and what is newer than the last sort comes first', async () => {
    const day = 24 * 60 * 60 * 1000;
    const videos = [
      { id: 1, title: 'Old tides', publishedAt: 0, views: 1_000 },
      { id: 2, title: 'Tides again', publishedAt: 90 * day, views: 1_000 },
      { id: 3, title: 'More tides', publishedAt: 180 * day, views: 10 },
    ];
    const catalogue = await smallCatalogue(videos);
    const ids = (page: number, limit: number) =>
      findPage(catalogue, { search: 'tides', order: 'best', page, limit }).ids;
    expect(ids(1, 9)).toEqual([2, 1, 3]);
    const newcomers = [4, 5].map((id) => entryOf(catalogue.terms, { id, title: 'New tides', publishedAt: 200 * day }));
    expect(applyVideos(catalogue, newcomers, [])).toBe(true);
    catalogue.queryCache.clear();
    expect([...ids(1, 2), ...ids(2, 2), ...ids(3, 2)]).toEqual([5, 4, 2, 1, 3]);
  });

  test('videos newer than the last sort come last in the popular order', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, views: 5 },
      { id: 2, views: 0 },
      { id: 3, views: 9 },
    ]);
    const newcomers = [4, 5].map((id) => entryOf(catalogue.terms, { id, views: 50 }));
    expect(applyVideos(catalogue, newcomers, [1])).toBe(true);
    const query = (page: number) => findPage(catalogue, { order: 'popular', page, limit: 3 });
    expect([query(1), query(2), query(3)]).toEqual([
      { ids: [3, 2, 5], total: 4 },
      { ids: [4], total: 4 },
      { ids: [], total: 4 },
    ]);
  });

  test('the popular order is the same for few matches as for many', async () => {
    const videos = range(1, 100).map((id) => ({ id, views: (id * 37) % 50, title: id % 3 === 0 ? 'rare' : 'common' }));
    const catalogue = await smallCatalogue(videos);
    for (const word of ['rare', 'common']) {
      const expected = videos.filter((video) => video.title === word).sort((a, b) => b.views - a.views || b.id - a.id);
      const { ids } = findPage(catalogue, { search: word, order: 'popular', page: 1, limit: 100 });
      expect(ids).toEqual(expected.map((video) => video.id));
    }
  });

  test('an unknown or empty slug matches nothing', async () => {
    const catalogue = await smallCatalogue([{ id: 1, tags: ['amber'] }]);
    for (const tag of ['', 'unknown']) {
      expect(findPage(catalogue, { tag, order: 'newest', page: 1, limit: 5 })).toEqual({ ids: [], total: 0 });
    }
  });
});

describe('publication order after changes', () => {
  test.each([
    { place: 'into the hole', publishedAt: 3_000, expected: [5, 4, 30, 2, 1] },
    { place: 'just before it', publishedAt: 2_500, expected: [5, 4, 30, 2, 1] },
    { place: 'just behind it', publishedAt: 3_500, expected: [5, 4, 30, 2, 1] },
    { place: 'one further on', publishedAt: 4_500, expected: [5, 30, 4, 2, 1] },
    { place: 'one further back', publishedAt: 1_500, expected: [5, 4, 2, 30, 1] },
  ])('after a deletion, a video is inserted $place', async ({ publishedAt, expected }) => {
    const catalogue = await smallCatalogue(range(1, 5).map((id) => ({ id, title: `t${id}` })));
    applyVideos(catalogue, [], [3]);
    const video = { ...entryOf(catalogue.terms, { id: 30, title: 'moved' }), publishedAt };
    expect(applyVideos(catalogue, [video], [])).toBe(true);
    expect(findPage(catalogue, { order: 'newest', page: 1, limit: 9 }).ids).toEqual(expected);
    for (const [search, id] of [
      ['t4', 4],
      ['moved', 30],
      ['t2', 2],
    ] as const) {
      expect(findPage(catalogue, { search, order: 'newest', page: 1, limit: 9 }).ids).toEqual([id]);
    }
  });

  test('more than 20,000 videos to move need a rebuild', async () => {
    const catalogue = await smallCatalogue(range(2, 20_010).map((id) => ({ id })));
    const early = { ...entryOf(catalogue.terms, { id: 30_000 }), publishedAt: 1 };
    expect(applyVideos(catalogue, [early], [])).toBe(false);
    const later = { ...early, publishedAt: 20_000_500 };
    expect(applyVideos(catalogue, [later], [])).toBe(true);
    expect(findPage(catalogue, { order: 'newest', page: 1, limit: 12 }).ids).toEqual([
      ...range(20_001, 20_010).reverse(),
      30_000,
      20_000,
    ]);
  });
});

describe('related videos', () => {
  test('rarer names weigh more, names may contain spaces, other words are title words', async () => {
    const catalogue = await smallCatalogue([
      ...range(1, 9).map((id) => ({ id, tags: ['common'] })),
      { id: 10, performers: ['Ada River'] },
      { id: 11, title: 'Harbour' },
      { id: 12, tags: ['common'], title: 'Harbour' },
    ]);
    const related = (search: string) => findRelated(catalogue, { search, exclude: 9, page: 1, limit: 4 }).ids;
    expect(related('common ada river')).toEqual([10, 12, 8, 7]);
    expect(related('common harbour')).toEqual([12, 11, 8, 7]);
  });

  test('there are at most 240, without the excluded one', async () => {
    const catalogue = await smallCatalogue(range(1, 400).map((id) => ({ id, tags: ['common'] })));
    const { ids, total } = findRelated(catalogue, { search: 'common', exclude: 399, page: 1, limit: 1_000 });
    expect(total).toBe(maxRelated);
    expect(ids).toEqual([400, ...range(160, 398).reverse()]);
    expect(findRelated(catalogue, { search: 'common', page: 1, limit: 1_000 }).ids).toEqual(range(161, 400).reverse());
  });
});

test('any input is treated as plain text', async () => {
  const catalogue = await smallCatalogue(
    range(1, 30).map((id) => ({ id, title: `Amber ${id}`, tags: ['still life'] })),
  );
  // Not the unit 'binary', which takes fast-check a second to prepare.
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\ud800', 'a\0b'),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      const search = `${one} ${other}`;
      const page = findPage(catalogue, { search, tag: 'still-life', order: 'liked', page: 1, limit: 50 });
      expect(page.ids.length).toBe(Math.min(50, page.total));
      const related = findRelated(catalogue, { search, page: 1, limit: 300 });
      expect(related.ids.length).toBe(related.total);
      expect(suggest(catalogue, one).tags.length).toBeLessThanOrEqual(1);
      expect(listNames(catalogue, 'tag', { search: one, sort: 'name', page: 1, limit: 5 }).total).toBeLessThanOrEqual(
        1,
      );
    }),
  );
});
