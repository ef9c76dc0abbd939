import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFacets } from '#domain/search/queries/facets.ts';
import { type Filter, filterKey } from '#domain/search/queries/matching.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { type SmallVideo, smallCatalogue } from './small-catalogue.ts';

const now = Date.UTC(2026, 10, 16, 12, 4);
const dayMs = 86_400_000;
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const videos: SmallVideo[] = [
  { id: 1, minutes: null, publishedAt: now - 400 * dayMs, tags: ['amber'], category: 'viral' },
  { id: 2, minutes: 9, publishedAt: now - 200 * dayMs, tags: ['amber', 'glass'], performers: ['Ada River'] },
  { id: 3, minutes: 10, publishedAt: now - 20 * dayMs, tags: ['amber'], performers: ['Ada River'] },
  { id: 4, minutes: 30, publishedAt: now - 2 * dayMs, tags: ['amber', 'glass'] },
  { id: 5, minutes: 31, publishedAt: now - 60_000, tags: ['amber', 'stone'] },
];

const idsOf = async (filter: Filter) =>
  findPage(await smallCatalogue(videos), { ...filter, order: 'newest', page: 1, limit: 10 }).ids;

test('lengths of exactly 10 and 30 minutes are between short and long; an unknown one is neither', async () => {
  expect(await idsOf({ duration: 'short' })).toEqual([2]);
  expect(await idsOf({ duration: 'medium' })).toEqual([4, 3]);
  expect(await idsOf({ duration: 'long' })).toEqual([5]);
});

test('the longest come first, of the same length the newest', async () => {
  const catalogue = await smallCatalogue([...videos, { id: 6, minutes: 31, publishedAt: now }]);
  expect(findPage(catalogue, { order: 'longest', page: 1, limit: 10 }).ids).toEqual([6, 5, 4, 3, 2, 1]);
});

test('tags and performers narrow further, and leave out', async () => {
  const glass = { kind: 'tag', slug: 'glass' } as const;
  const ada = { kind: 'performer', slug: 'ada-river' } as const;
  expect(await idsOf({ tag: 'amber', with: [glass, ada] })).toEqual([2]);
  expect(await idsOf({ tag: 'amber', without: [glass, ada] })).toEqual([5, 1]);
  expect(await idsOf({ with: [{ kind: 'tag', slug: 'unknown' }] })).toEqual([]);
  expect(await idsOf({ without: [{ kind: 'tag', slug: 'unknown' }] })).toEqual([5, 4, 3, 2, 1]);
});

test('ages are counted from the last ten minutes that are complete', async () => {
  const since = Date.UTC(2026, 10, 16, 12, 0) - dayMs;
  const catalogue = await smallCatalogue([
    { id: 1, publishedAt: since - 1 },
    { id: 2, publishedAt: since },
  ]);
  expect(findPage(catalogue, { age: 'day', order: 'newest', page: 1, limit: 10 }).ids).toEqual([2]);
  vi.setSystemTime(Date.UTC(2026, 10, 16, 12, 9, 59));
  expect(findPage(catalogue, { age: 'day', order: 'newest', page: 1, limit: 10 }).ids).toEqual([2]);
  vi.setSystemTime(Date.UTC(2026, 10, 16, 12, 10));
  expect(findPage(catalogue, { age: 'day', order: 'newest', page: 1, limit: 10 }).ids).toEqual([]);
});

test('a filter has one key, whatever the order of its names', () => {
  const [one, other] = [{ kind: 'tag', slug: 'one' } as const, { kind: 'performer', slug: 'other' } as const];
  expect(filterKey({ with: [one, other, one] })).toBe(filterKey({ with: [other, one] }));
  expect(filterKey({ with: [one] })).not.toBe(filterKey({ without: [one] }));
  expect(filterKey({ age: 'day' })).not.toBe(filterKey({ age: 'week' }));
});

test('facets count each alternative exactly, those of a selected group as if it was not selected', async () => {
  const catalogue = await smallCatalogue(videos);
  expect(findFacets(catalogue, { tag: 'amber', duration: 'medium' })).toEqual({
    durations: { short: 1, medium: 2, long: 1 },
    ages: { day: 0, week: 1, month: 2, year: 2 },
    categories: { english: 2, indian: 0, hijabi: 0, viral: 0 },
    tags: [{ slug: 'glass', count: 1 }],
    performers: [{ slug: 'ada-river', count: 1 }],
  });
  // What all videos have, or what is selected already, narrows nothing.
  expect(findFacets(catalogue, { with: [{ kind: 'tag', slug: 'glass' }] })).toMatchObject({
    tags: [],
    performers: [{ slug: 'ada-river', count: 1 }],
  });
});

test('facets of a list that does not exist are all zero', async () => {
  const catalogue = await smallCatalogue(videos);
  expect(findFacets(catalogue, { tag: 'unknown' })).toMatchObject({
    durations: { short: 0, medium: 0, long: 0 },
    ages: { day: 0, week: 0, month: 0, year: 0 },
    tags: [],
    performers: [],
  });
});

test('at most twelve tags are counted', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  const catalogue = await smallCatalogue([{ id: 1, tags: names }, { id: 2 }]);
  expect(findFacets(catalogue, {}).tags).toHaveLength(12);
});

test('facets of more videos than are compared count all of them', async () => {
  const catalogue = await smallCatalogue(
    Array.from({ length: 3_000 }, (_, at) => ({
      id: at + 1,
      minutes: at < 2_500 ? 5 : 20,
      tags: at % 3 === 0 ? ['amber', 'glass'] : ['amber'],
      category: at < 700 ? 'viral' : 'english',
    })),
  );
  expect(findFacets(catalogue, { tag: 'amber' })).toMatchObject({
    durations: { short: 2_500, medium: 500, long: 0 },
    categories: { english: 2_300, viral: 700 },
    tags: [{ slug: 'glass', count: 1_000 }],
  });
});
