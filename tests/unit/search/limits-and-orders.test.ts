import { beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '#domain/search/index/catalogue.ts';
import { findCompanions } from '#domain/search/queries/list-facts.ts';
import { listNames, newestVideos, randomNames, seededNames } from '#domain/search/queries/names.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { findRelated } from '#domain/search/queries/related.ts';
import { suggest } from '#domain/search/queries/suggestions.ts';
import { smallCatalogue } from './small-catalogue.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('pages of a large catalogue', () => {
  const videos = range(1, 5_000).map((id) => ({
    id,
    views: (id * 7_919) % 400,
    title: id % 3 === 0 ? 'rare' : 'common',
  }));
  const likes = (views: number) => Math.min(100, Math.round(views / 2));
  const orders = {
    newest: () => videos.toSorted((a, b) => b.id - a.id),
    popular: () => videos.toSorted((a, b) => b.views - a.views || b.id - a.id),
    liked: () => videos.toSorted((a, b) => likes(b.views) - likes(a.views) || b.id - a.id),
  };

  let catalogue: Catalogue;
  beforeAll(async () => {
    catalogue = await smallCatalogue(videos);
  });

  test.each(['newest', 'popular', 'liked'] as const)('deep pages of the %s order are exact', (order) => {
    for (const search of ['', 'rare', 'common']) {
      const expected = orders[order]()
        .filter((video) => search === '' || video.title === search)
        .map((video) => video.id);
      for (const page of [1, 2, 65, 128, 129, 300, Math.ceil(expected.length / 16)]) {
        const { ids, total } = findPage(catalogue, { search, order, page, limit: 16 });
        expect({ order, search, page, ids, total }).toEqual({
          order,
          search,
          page,
          ids: expected.slice((page - 1) * 16, page * 16),
          total: expected.length,
        });
      }
    }
  });
});

test('a list of which all videos are among the last ones of an order is exact too', async () => {
  const videos = range(1, 6_000).map((id) => ({ id, views: id, title: id <= 3_000 ? 'seldom' : 'often' }));
  const catalogue = await smallCatalogue(videos);
  const ids = (page: number) => findPage(catalogue, { search: 'seldom', order: 'popular', page, limit: 3 }).ids;
  expect([ids(1), ids(1_000)]).toEqual([
    [3_000, 2_999, 2_998],
    [3, 2, 1],
  ]);
});

describe('names', () => {
  const catalogueOfNames = () =>
    smallCatalogue([
      { id: 1, tags: ['amber', 'birch', 'ash'] },
      { id: 2, tags: ['amber', 'birch', 'Oak amber'] },
      { id: 3, tags: ['amber'], performers: ['Amber River'] },
    ]);
  const slugs = async (query: Partial<Parameters<typeof listNames>[2]>) =>
    listNames(await catalogueOfNames(), 'tag', { sort: 'name', page: 1, limit: 10, ...query }).items.map(
      ({ slug }) => slug,
    );

  test('by name is alphabetical, by count is the most used first and then alphabetical', async () => {
    expect(await slugs({ sort: 'name' })).toEqual(['amber', 'ash', 'birch', 'oak-amber']);
    expect(await slugs({ sort: 'count' })).toEqual(['amber', 'birch', 'ash', 'oak-amber']);
  });

  test('a letter, in either case, selects by the first letter of the slug; all and none select everything', async () => {
    expect(await slugs({ letter: 'A' })).toEqual(['amber', 'ash']);
    expect(await slugs({ letter: 'm' })).toEqual([]);
    expect(await slugs({ letter: 'ALL' })).toHaveLength(4);
    expect(await slugs({ letter: '' })).toHaveLength(4);
  });

  test('a search finds text anywhere in the name or slug', async () => {
    expect(await slugs({ search: ' AMB ' })).toEqual(['amber', 'oak-amber']);
    expect(await slugs({ search: 'k-a' })).toEqual(['oak-amber']);
  });

  test('first and last use are the publication times of the oldest and the newest video', async () => {
    const { items } = listNames(await catalogueOfNames(), 'tag', { search: 'birch', sort: 'name', page: 1, limit: 1 });
    expect(items).toEqual([
      { slug: 'birch', name: 'birch', count: 2, firstUsed: new Date(1_000), lastUsed: new Date(2_000) },
    ]);
  });

  test('the newest video of a tag; tags without videos are left out', async () => {
    const newest = newestVideos(await catalogueOfNames(), ['amber', 'birch', 'unknown']);
    expect([...newest]).toEqual([
      ['amber', 3],
      ['birch', 2],
    ]);
  });

  test('names of a seed are distinct, in use, and the same each time', async () => {
    const [catalogue, other] = [await catalogueOfNames(), await catalogueOfNames()];
    const inUse = ['amber', 'ash', 'birch', 'oak-amber'];
    const picked = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const two = seededNames(catalogue, 'tag', 2, seed);
      expect(new Set(two).size).toBe(2);
      expect(inUse).toEqual(expect.arrayContaining(two));
      expect(seededNames(other, 'tag', 2, seed)).toEqual(two);
      picked.add(two.join());
    }
    expect(picked.size).toBeGreaterThan(5);
    expect(seededNames(catalogue, 'tag', 100, 1).sort()).toEqual(inUse);
  });

  test('random names are distinct, in use, and no more than there are', async () => {
    const catalogue = await catalogueOfNames();
    for (const count of [0, 1, 3, 4, 100]) {
      const picked = randomNames(catalogue, 'tag', count);
      expect(new Set(picked).size).toBe(Math.min(count, 4));
      expect(['amber', 'ash', 'birch', 'oak-amber']).toEqual(expect.arrayContaining(picked));
    }
  });
});

test('suggestions are three of each kind: the whole name, then the most used, then alphabetical, each name once', async () => {
  const tags = ['tone', 'ton', 'tonal', 'tons', 'tonic', 'tonton'];
  const catalogue = await smallCatalogue([
    { id: 1, tags },
    { id: 2, tags: ['tonton'], performers: ['Ton River'] },
  ]);
  const suggested = suggest(catalogue, ' TON');
  expect(suggested.tags.map(({ slug }) => slug)).toEqual(['ton', 'tonton', 'tonal']);
  expect(suggested.performers).toEqual([{ slug: 'ton-river', name: 'Ton River' }]);
  expect(suggest(catalogue, ' ')).toEqual({ tags: [], performers: [] });
});

describe('companions of a tag', () => {
  test('are the hundred most frequent, then alphabetical, without the tag itself', async () => {
    const tags = range(100, 220).map((number) => `t${number}`);
    const catalogue = await smallCatalogue([
      { id: 1, tags: ['common', ...tags] },
      { id: 2, tags: ['common', 't220'] },
    ]);
    const companions = findCompanions(catalogue, { tag: 'common' }).tags;
    expect(companions).toEqual(['t220', ...tags.slice(0, 99)]);
  });

  test('are counted over its newest 500 videos', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, tags: ['common', 'too-old'] },
      { id: 2, tags: ['common', 'old'] },
      ...range(3, 501).map((id) => ({ id, tags: ['common'] })),
    ]);
    expect(findCompanions(catalogue, { tag: 'common' }).tags).toEqual(['old']);
  });
});

describe('related videos', () => {
  test('of a common term only the newest 1,000 are candidates', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, tags: ['common'], performers: ['Ada'] },
      { id: 2, tags: ['common'], performers: ['Ada'] },
      ...range(3, 1_001).map((id) => ({ id, tags: ['common'] })),
    ]);
    const related = (search: string) => findRelated(catalogue, { search, page: 1, limit: 3 }).ids;
    expect(related('common ada')).toEqual([2, 1, 1_001]);
    expect(related('common')).toEqual([1_001, 1_000, 999]);
  });

  test('pages continue where the previous one ended', async () => {
    const catalogue = await smallCatalogue(range(1, 10).map((id) => ({ id, tags: ['common'] })));
    const page = (number: number) => findRelated(catalogue, { search: 'common', page: number, limit: 4 });
    expect([page(1).ids, page(2).ids, page(3).ids, page(4).ids]).toEqual([[10, 9, 8, 7], [6, 5, 4, 3], [2, 1], []]);
    expect(page(2).total).toBe(10);
  });
});
