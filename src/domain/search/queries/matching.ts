import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { parseSearch, type Search } from '../index/text.ts';
import { correctAllWords, correctUnknownWords, findDidYouMean } from './corrected-search.ts';
import { type Filter, filterBitmaps, filterKey, intersection } from './filters.ts';
import type { Tier } from './tiers.ts';
import { type FoundVideos, findAsTyped } from './typed-search.ts';

export interface Matches {
  /** Identifies these matches in the query cache. */
  key: string;
  all: RoaringBitmap32;
  /** The matches of a search by how well they match, best first. */
  tiers?: () => Iterable<Tier>;
  correctedSearch?: string | undefined;
  didYouMean?: string | undefined;
  searchedEverywhere?: true;
}

const withoutSearch = (catalogue: Catalogue, filters: RoaringBitmap32[], key: string): Matches => {
  const [only, ...others] = filters;
  const all =
    others.length > 0 ? catalogue.queryCache.bitmap(key, () => intersection(filters)) : (only ?? catalogue.live);
  return { key, all };
};

type Found = FoundVideos & Pick<Matches, 'correctedSearch' | 'didYouMean' | 'searchedEverywhere'>;

/**
 * As typed before corrected, and titles before everything. How a search is read does not depend on filters: a narrowed list has
 * some of the same videos, in the same order.
 */
const findSearched = (catalogue: Catalogue, search: Search, isExact: boolean): Found => {
  const scopes = [
    { scoped: search },
    ...(search.titleOnly ? [{ scoped: { ...search, titleOnly: false }, searchedEverywhere: true as const }] : []),
  ];
  for (const { scoped, ...scope } of scopes) {
    const found = findAsTyped(catalogue, scoped);
    if (found.all.isEmpty) continue;
    const didYouMean = isExact ? undefined : findDidYouMean(catalogue, scoped, found.all.size);
    return { ...found, ...scope, didYouMean };
  }
  // Words that find something are probably right.
  for (const correct of isExact ? [] : [correctUnknownWords, correctAllWords]) {
    for (const { scoped, ...scope } of scopes) {
      const corrected = correct(catalogue, scoped);
      if (corrected) return { ...corrected, ...scope, correctedSearch: corrected.text };
    }
  }
  return findAsTyped(catalogue, search);
};

/** Those of the videos that pass all filters. */
const narrow = ({ queryCache }: Catalogue, found: Found, filters: RoaringBitmap32[], filterKey: string): Found => {
  if (filters.length === 0) return found;
  const key = `${filterKey} ${found.key}`;
  const narrowed = (of: string, videos: RoaringBitmap32) =>
    queryCache.bitmap(`narrowed ${of}`, () => intersection([videos, ...filters]));
  const tiers = function* () {
    for (const tier of found.tiers()) {
      const tierKey = `${filterKey} ${tier.key}`;
      const videos = narrowed(tierKey, tier.videos);
      if (!videos.isEmpty) yield { ...tier, key: tierKey, videos };
    }
  };
  return { ...found, key, all: narrowed(key, found.all), tiers };
};

/** The videos that match a filter. Undefined if its search has no words. */
export const findMatches = (catalogue: Catalogue, filter: Filter): Matches | undefined => {
  const filters = filterBitmaps(catalogue, filter);
  const key = filterKey(filter);
  const search = parseSearch(filter.search ?? '');
  if (!search) return withoutSearch(catalogue, filters, key);
  if (search.words.length === 0) return undefined;
  return narrow(catalogue, findSearched(catalogue, search, filter.exact ?? false), filters, key);
};
