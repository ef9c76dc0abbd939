import type { RoaringBitmap32 } from 'roaring-wasm';
import { type Category, categories } from '#contract/values/categories.ts';
import { type Age, ages, type Duration, durations, type NameRef } from '#contract/values/narrowing.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { describeNewest } from './companions.ts';
import { type Filter, firstOrdinalWithin } from './filters.ts';
import { findMatches, type Matches } from './matching.ts';

export interface NameCount {
  slug: string;
  count: number;
}

/**
 * How many videos each narrower list has. A group counts its alternatives as if none of them was selected; tags and
 * performers are those to narrow the list further by.
 */
export interface Facets {
  durations: Record<Duration, number>;
  ages: Record<Age, number>;
  categories: Record<Category, number>;
  tags: NameCount[];
  performers: NameCount[];
}

/** Each count is one intersection of bitmaps: with the other groups there are some thirty of them. */
const maxNames = 12;

const countIn = (videos: RoaringBitmap32 | undefined, all: RoaringBitmap32 | undefined) =>
  videos && all ? videos.andCardinality(all) : 0;

const countsOf = <Key extends string>(keys: readonly Key[], countOf: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>;

const publishedSince = (catalogue: Catalogue, all: RoaringBitmap32 | undefined, age: Age) => {
  const [first, end] = [firstOrdinalWithin(catalogue, age), catalogue.columns.size];
  return all && first < end ? all.rangeCardinality(first, end) : 0;
};

/** The most frequent names of the newest videos, counted in all of them. A name that all or none have narrows nothing. */
const nameCounts = ({ terms }: Catalogue, { all }: Matches, kind: NameRef['kind'], slugs: string[]): NameCount[] =>
  slugs
    .slice(0, maxNames)
    .map((slug) => ({ slug, count: countIn(terms[kind].bySlug.get(slug)?.videos, all) }))
    .filter(({ count }) => count > 0 && count < all.size)
    .sort((one, other) => other.count - one.count || (one.slug < other.slug ? -1 : 1));

const furtherNames = (catalogue: Catalogue, filter: Filter, matches: Matches | undefined) => {
  if (!matches) return { tags: [], performers: [] };
  const { tags, performers } = describeNewest(catalogue, matches, filter);
  const isSelected = (kind: NameRef['kind'], slug: string) =>
    filter.with?.some((name) => name.kind === kind && name.slug === slug) ?? false;
  const further = (kind: NameRef['kind'], slugs: string[]) =>
    nameCounts(
      catalogue,
      matches,
      kind,
      slugs.filter((slug) => !isSelected(kind, slug)),
    );
  return { tags: further('tag', tags), performers: further('performer', performers) };
};

const countFacets = (catalogue: Catalogue, filter: Filter, matches: Matches | undefined): Facets => {
  const { terms } = catalogue;
  const allBut = (group: 'duration' | 'age' | 'category') =>
    filter[group] ? findMatches(catalogue, { ...filter, [group]: undefined })?.all : matches?.all;
  const [ofAnyLength, ofAnyAge, ofAnyCategory] = [allBut('duration'), allBut('age'), allBut('category')];
  return {
    durations: countsOf(durations, (duration) => countIn(terms.durations.get(duration)?.videos, ofAnyLength)),
    ages: countsOf(ages, (age) => publishedSince(catalogue, ofAnyAge, age)),
    categories: countsOf(categories, (category) => countIn(terms.categories.get(category)?.videos, ofAnyCategory)),
    ...furtherNames(catalogue, filter, matches),
  };
};

/** Counted once until the catalogue changes. */
export const findFacets = (catalogue: Catalogue, filter: Filter): Facets => {
  const matches = findMatches(catalogue, filter);
  const count = () => countFacets(catalogue, filter, matches);
  return matches ? catalogue.queryCache.value(`facets of ${matches.key}`, count) : count();
};
