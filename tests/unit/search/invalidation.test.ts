import { expect, test } from 'vitest';
import { applyVideos } from '#domain/search/sync/apply-videos.ts';
import { emptyInvalidation, invalidateNames, invalidateVideos, positionsOf } from '#domain/search/sync/invalidation.ts';
import { entryOf, type SmallVideo, smallCatalogue } from './small-catalogue.ts';

const videos: SmallVideo[] = [
  { id: 1, title: 'One', tags: ['amber', 'rare'] },
  { id: 2, title: 'Two', tags: ['amber'], performers: ['Ada River'] },
  { id: 3, title: 'Three', tags: ['amber'], performers: ['Ada River'] },
];

/** What changing a video, or deleting it, invalidates. */
const invalidationOf = async (id: number, changed?: Partial<SmallVideo>) => {
  const catalogue = await smallCatalogue(videos);
  const before = positionsOf(catalogue, [id]);
  const present = changed ? [entryOf(catalogue.terms, { ...videos[id - 1], ...changed, id })] : [];
  applyVideos(catalogue, present, changed ? [] : [id]);
  const invalidation = emptyInvalidation();
  invalidateVideos(invalidation, catalogue, before);
  return invalidation;
};

const invalidatedBy = async (id: number, changed?: Partial<SmallVideo>) => {
  const invalidation = await invalidationOf(id, changed);
  return {
    videos: [...invalidation.videos],
    lists: [...invalidation.lists].sort(),
    names: [...invalidation.names].sort(),
  };
};

test('a new title invalidates the video, but no lists', async () => {
  expect(await invalidatedBy(2, { title: 'Other' })).toEqual({ videos: [2], lists: [], names: [] });
});

test('a new tag invalidates its list, and the tag itself because it was not in use', async () => {
  const expected = { videos: [2], lists: ['tag:new'], names: ['tag:new'] };
  expect(await invalidatedBy(2, { tags: ['amber', 'new'] })).toEqual(expected);
});

test('removing a tag invalidates its list, and the tag itself when one video is left', async () => {
  const expected = { videos: [3], lists: ['performer:ada-river'], names: ['performer:ada-river'] };
  expect(await invalidatedBy(3, { performers: [] })).toEqual(expected);
  expect(await invalidatedBy(3, { tags: [] })).toEqual({ videos: [3], lists: ['tag:amber'], names: [] });
});

test.each([
  ['another publication time', { publishedAt: 2_500 }],
  ['a deletion', undefined],
])('%s invalidates every list that contains the video', async (_, changed) => {
  expect(await invalidatedBy(1, changed)).toEqual({
    videos: [1],
    lists: ['all', 'category:english', 'tag:amber', 'tag:rare'],
    names: ['tag:rare'],
  });
});

test('another tag does not change the order of all videos, another length or time does, and a deletion only makes a hole', async () => {
  const reorders = async (changed?: Partial<SmallVideo>) => (await invalidationOf(1, changed)).reordered;
  expect(await reorders({ tags: ['amber', 'new'] })).toBe(false);
  expect([await reorders({ minutes: 77 }), await reorders({ publishedAt: 2_500 }), await reorders()]).toEqual([
    true,
    true,
    false,
  ]);
});

test('only a deletion counts as one', async () => {
  expect([...(await invalidationOf(1)).removed]).toEqual([1]);
  expect([...(await invalidationOf(1, { publishedAt: 2_500 })).removed]).toEqual([]);
});

test('a name is invalidated by its current slug, unknown keys are ignored', async () => {
  const { terms, ...rest } = await smallCatalogue(videos);
  const key = terms.tag.bySlug.get('amber')?.key as number;
  const invalidation = emptyInvalidation();
  invalidateNames(invalidation, { terms, ...rest }, 'tag', [key, -1]);
  expect([...invalidation.names]).toEqual(['tag:amber']);
});

test.each([
  ['another tag', { tags: ['glass'] }],
  ['another length', { minutes: 50 }],
])('%s invalidates the facets of every list that the video was or is in', async (_, changed) => {
  const { facets } = await invalidationOf(2, changed);
  expect([...facets]).toEqual(expect.arrayContaining(['all', 'category:english', 'tag:amber', 'performer:ada-river']));
});

test('a new title invalidates no facets', async () => {
  expect((await invalidationOf(2, { title: 'Other' })).facets.size).toBe(0);
});
