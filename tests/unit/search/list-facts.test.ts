import { expect, test } from 'vitest';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { listFacts } from '#domain/search/queries/list-facts.ts';
import { smallCatalogue } from './small-catalogue.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('the facts of a list are its newest and most viewed video, and its most frequent names', async () => {
  const catalogue = await smallCatalogue([
    { id: 1, views: 9, tags: ['rain', 'night', 'roof'], performers: ['Ada'] },
    { id: 2, views: 3, tags: ['rain', 'night'], performers: ['Ada', 'Bea'] },
    { id: 3, views: 50, tags: ['night'] },
  ]);
  expect(listFacts(catalogue, { tag: 'rain' })).toEqual({
    total: 2,
    newest: 2,
    mostViewed: 1,
    isSampled: false,
    tags: ['night', 'roof'],
    performers: ['ada', 'bea'],
    sameAsTag: undefined,
  });
  expect(listFacts(catalogue, { performer: 'ada' })).toMatchObject({ total: 2, performers: ['bea'] });
  expect(listFacts(catalogue, {})).toMatchObject({
    total: 3,
    newest: 3,
    mostViewed: 3,
    tags: ['night', 'rain', 'roof'],
  });
  expect(listFacts(catalogue, { tag: 'unknown' })).toBeUndefined();
});

test('a search that finds exactly the videos of the tag it names is the same list', async () => {
  const catalogue = await smallCatalogue([
    { id: 1, title: 'Snow at dawn', tags: ['rain'] },
    ...range(2, minIndexedVideos).map((id) => ({ id, title: 'Lanterns', tags: ['rain', 'snow'] })),
  ]);
  expect(listFacts(catalogue, { search: 'rain' })?.sameAsTag).toBe('rain');
  expect(listFacts(catalogue, { search: 'Snow' })?.sameAsTag).toBeUndefined();
});

test('a tag that is noindex is the canonical page of no search', async () => {
  const catalogue = await smallCatalogue(range(2, minIndexedVideos).map((id) => ({ id, tags: ['rain'] })));
  expect(listFacts(catalogue, { search: 'rain' })).toMatchObject({
    total: minIndexedVideos - 1,
    sameAsTag: undefined,
  });
});

test('no more than the newest 500 videos of a list are compared', async () => {
  const catalogue = await smallCatalogue([
    { id: 1, views: 1000, tags: ['common', 'too-old'] },
    ...range(2, 501).map((id) => ({ id, views: id === 7 ? 9 : 1, tags: ['common'] })),
  ]);
  expect(listFacts(catalogue, { tag: 'common' })).toMatchObject({
    total: 501,
    mostViewed: 7,
    isSampled: true,
    tags: [],
  });
});
