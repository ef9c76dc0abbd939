import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { parseSearch, type Search } from '../index/text.ts';
import { findCorrected, findDidYouMean } from './corrected-search.ts';
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

/** As typed before corrected, and titles before everything. */
const findSearched = (
  catalogue: Catalogue,
  search: Search,
  filters: RoaringBitmap32[],
  key: string,
  isExact: boolean,
): Found => {
  const scopes = [
    { scoped: search },
    ...(search.titleOnly ? [{ scoped: { ...search, titleOnly: false }, searchedEverywhere: true as const }] : []),
  ];
  for (const { scoped, ...scope } of scopes) {
    const found = findAsTyped(catalogue, scoped, filters, key);
    if (found.all.isEmpty) continue;
    const didYouMean = isExact ? undefined : findDidYouMean(catalogue, scoped, filters, key, found.all.size);
    return { ...found, ...scope, didYouMean };
  }
  for (const { scoped, ...scope } of isExact ? [] : scopes) {
    const corrected = findCorrected(catalogue, scoped, filters, key);
    if (corrected) return { ...corrected, ...scope, correctedSearch: corrected.text };
  }
  return findAsTyped(catalogue, search, filters, key);
};

/** The videos that match a filter. Undefined if its tag, performer or category does not exist, or its search has no words. */
export const findMatches = (catalogue: Catalogue, filter: Filter): Matches | undefined => {
  const filters = filterBitmaps(catalogue, filter);
  if (!filters) return undefined;
  const key = filterKey(filter);
  const search = parseSearch(filter.search ?? '');
  if (!search) return withoutSearch(catalogue, filters, key);
  if (search.words.length === 0) return undefined;
  const isExact = filter.exact ?? false;
  const found = findSearched(catalogue, search, filters, key, isExact);
  return { ...found, key: `${key} ${JSON.stringify([search.words, search.titleOnly, search.text, isExact])}` };
};
