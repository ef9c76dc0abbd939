import type { RoaringBitmap32 } from 'roaring-wasm';
import { type Category, categories } from '#contract/values/categories.ts';
import { type Age, ages, type Duration, durations, type NameRef } from '#contract/values/lists.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Term } from '../index/terms.ts';
import { type CountedName, describeNewest, maxCountedVideos } from './list-facts.ts';
import { type Filter, findMatches, firstOrdinalWithin, type Matches } from './matching.ts';

/**
 * How many videos each narrower list has. Durations, ages and categories are counted as if none of the same group were
 * selected. Tags and performers are suggestions for narrowing the list further.
 */
export interface Facets {
  durations: Record<Duration, number>;
  ages: Record<Age, number>;
  categories: Record<Category, number>;
  tags: CountedName[];
  performers: CountedName[];
}

/** For a long list, each count needs an intersection of bitmaps. */
const maxNames = 12;

/** Counts the videos of a list that have a term. For a short list, uses the counts of `describeNewest`. */
const counterOf = (catalogue: Catalogue, filter: Filter): ((term: Term | undefined) => number) => {
  const matches = findMatches(catalogue, filter);
  if (!matches) return () => 0;
  const { all } = matches;
  if (all.size > maxCountedVideos) return (term) => (term ? term.videos.andCardinality(all) : 0);
  const { countOf } = describeNewest(catalogue, matches, filter);
  return (term) => (term ? countOf(term) : 0);
};

const countsOf = <Key extends string>(keys: readonly Key[], countOf: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>;

const publishedSince = (catalogue: Catalogue, all: RoaringBitmap32 | undefined, age: Age) => {
  const [first, end] = [firstOrdinalWithin(catalogue, age), catalogue.columns.size];
  return all && first < end ? all.rangeCardinality(first, end) : 0;
};

/** Counts the most frequent names of the newest videos in the whole list. Skips names that would not narrow it. */
const nameCounts = (
  { terms }: Catalogue,
  { all }: Matches,
  kind: NameRef['kind'],
  names: CountedName[],
): CountedName[] =>
  names
    .slice(0, maxNames)
    .map(({ slug, count }) => ({
      slug,
      count: all.size > maxCountedVideos ? (terms[kind].bySlug.get(slug)?.videos.andCardinality(all) ?? 0) : count,
    }))
    .filter(({ count }) => count > 0 && count < all.size)
    .sort((one, other) => other.count - one.count || (one.slug < other.slug ? -1 : 1));

const furtherNames = (catalogue: Catalogue, filter: Filter, matches: Matches | undefined) => {
  if (!matches) return { tags: [], performers: [] };
  const { tags, performers } = describeNewest(catalogue, matches, filter);
  const isSelected = (kind: NameRef['kind'], slug: string) =>
    filter.with?.some((name) => name.kind === kind && name.slug === slug) ?? false;
  const further = (kind: NameRef['kind'], names: CountedName[]) =>
    nameCounts(
      catalogue,
      matches,
      kind,
      names.filter(({ slug }) => !isSelected(kind, slug)),
    );
  return { tags: further('tag', tags), performers: further('performer', performers) };
};

const countFacets = (catalogue: Catalogue, filter: Filter, matches: Matches | undefined): Facets => {
  const { terms } = catalogue;
  const countDuration = counterOf(catalogue, { ...filter, duration: undefined });
  const countCategory = counterOf(catalogue, { ...filter, category: undefined });
  const ofAnyAge = filter.age ? findMatches(catalogue, { ...filter, age: undefined })?.all : matches?.all;
  return {
    durations: countsOf(durations, (duration) => countDuration(terms.durations.get(duration))),
    ages: countsOf(ages, (age) => publishedSince(catalogue, ofAnyAge, age)),
    categories: countsOf(categories, (category) => countCategory(terms.categories.get(category))),
    ...furtherNames(catalogue, filter, matches),
  };
};

/** Estimated memory of facets in the cache. */
const estimatedBytes = 2_000;

export const findFacets = (catalogue: Catalogue, filter: Filter): Facets => {
  const matches = findMatches(catalogue, filter);
  const count = () => countFacets(catalogue, filter, matches);
  return matches ? catalogue.queryCache.value(`facets of ${matches.key}`, count, () => estimatedBytes) : count();
};
