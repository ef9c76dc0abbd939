import { RoaringBitmap32 } from 'roaring-wasm';
import { type Age, type Duration, daysOfAge, type Hidden, type NameRef, windowMs } from '#contract/values/lists.ts';
import { dayMs } from '#domain/day.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { insertionOrdinal } from '../index/columns.ts';
import { parseSearch, type Search } from '../index/words.ts';
import { noVideos } from './alternatives.ts';
import { correctAllWords, correctUnknownWords, findDidYouMean, maxErrors } from './corrected-search.ts';
import { dropWords } from './dropped-words.ts';
import { type PostRanges, postBitmaps } from './post-ranges.ts';
import { type FoundVideos, findAsTyped, type Tier } from './typed-search.ts';
import { applyOperators } from './word-matches.ts';

/** `tag` and `performer` are slugs. An empty search or category matches everything. */
export interface Filter {
  search?: string;
  /** Disables corrections. */
  exact?: boolean;
  category?: string | undefined;
  tag?: string;
  performer?: string;
  /** Further tags and performers that a video must have or must not have. */
  with?: readonly NameRef[];
  without?: readonly NameRef[];
  /** What the visitor has hidden from all lists. */
  hidden?: Hidden | undefined;
  duration?: Duration | undefined;
  /** Maximum time since publication. */
  age?: Age | undefined;
  /** Filters of the back-office. */
  post?: PostRanges;
}

const intersection = (bitmaps: RoaringBitmap32[]): RoaringBitmap32 => {
  const [smallest, ...others] = bitmaps.toSorted((a, b) => a.size - b.size);
  const common = smallest ? smallest.clone() : new RoaringBitmap32();
  for (const other of others) {
    if (common.isEmpty) break;
    common.andInPlace(other);
  }
  return common;
};

/** Rounded down to ten minutes, so that the pages of a list are consistent and can be cached. */
const publishedSince = (age: Age) => Math.floor(Date.now() / windowMs) * windowMs - daysOfAge[age] * dayMs;

/** The first ordinal of this age, by binary search, because ordinals follow publication order. */
export const firstOrdinalWithin = ({ columns }: Catalogue, age: Age): number =>
  insertionOrdinal(columns, { publishedAt: publishedSince(age), id: 0 });

const publishedWithin = (catalogue: Catalogue, age: Age): RoaringBitmap32 => {
  const first = firstOrdinalWithin(catalogue, age);
  return catalogue.queryCache.bitmap(`from ordinal ${first}`, () => {
    const young = catalogue.live.clone();
    young.removeRange(0, first);
    return young;
  });
};

const namesKey = (names: readonly NameRef[] = []) =>
  [...new Set(names.map(({ kind, slug }) => `${kind}:${slug}`))].sort();

/** Falls back from a tag to a performer, because visitors who type a name don't specify its kind. */
const findName = ({ terms }: Catalogue, { kind, slug }: NameRef) => {
  const [named, performers] = [terms[kind], terms.performer];
  return (
    named.bySlug.get(slug) ?? performers.bySlug.get(slug) ?? named.byAlias.get(slug) ?? performers.byAlias.get(slug)
  );
};

/** Unknown names exclude nothing. */
const withoutNames = (catalogue: Catalogue, names: readonly NameRef[]): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`without ${JSON.stringify(namesKey(names))}`, () => {
    const others = catalogue.live.clone();
    for (const name of names) {
      const term = findName(catalogue, name);
      if (term) others.andNotInPlace(term.videos);
    }
    return others;
  });

const hiddenKey = (hidden: Hidden | undefined) =>
  hidden && [namesKey(hidden.names), hidden.videos.toSorted((a, b) => a - b)];

/** All videos but those that the visitor has hidden. Unlike `without`, doesn't take a performer for a tag. */
export const withoutHidden = (catalogue: Catalogue, hidden: Hidden): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`hidden ${JSON.stringify(hiddenKey(hidden))}`, () => {
    const { terms, ordinals } = catalogue;
    const others = catalogue.live.clone();
    for (const { kind, slug } of hidden.names) {
      const term = terms[kind].bySlug.get(slug) ?? terms[kind].byAlias.get(slug);
      if (term) others.andNotInPlace(term.videos);
    }
    for (const id of hidden.videos) {
      const ordinal = ordinals.get(id);
      if (ordinal !== undefined) others.remove(ordinal);
    }
    return others;
  });

/** The bitmaps whose intersection matches the filter, ignoring its search. */
export const filterBitmaps = (catalogue: Catalogue, filter: Filter): RoaringBitmap32[] => {
  const { terms } = catalogue;
  const required = [
    filter.category ? [terms.categories.get(filter.category)] : [],
    filter.tag === undefined ? [] : [terms.tag.bySlug.get(filter.tag)],
    filter.performer === undefined ? [] : [terms.performer.bySlug.get(filter.performer)],
    (filter.with ?? []).map((name) => findName(catalogue, name)),
    filter.duration === undefined ? [] : [terms.durations.get(filter.duration)],
  ].flat();
  return [
    // Unknown terms match nothing.
    ...required.map((term) => term?.videos ?? noVideos(catalogue)),
    ...(filter.without?.length ? [withoutNames(catalogue, filter.without)] : []),
    ...(filter.hidden ? [withoutHidden(catalogue, filter.hidden)] : []),
    ...(filter.age === undefined ? [] : [publishedWithin(catalogue, filter.age)]),
    ...postBitmaps(catalogue, filter.post ?? {}),
  ];
};

/** Equal for equivalent filters. Ignores the search. */
export const filterKey = ({ category, tag, performer, duration, age, post, hidden, ...names }: Filter): string =>
  JSON.stringify([
    ...[category, tag, performer, namesKey(names.with), namesKey(names.without), duration],
    ...[age && publishedSince(age), post, hiddenKey(hidden)],
  ]);

export interface Matches {
  /** Identifies the matches in the query cache. */
  key: string;
  all: RoaringBitmap32;
  /** For a search: its matches by quality, best first. */
  tiers?: () => Iterable<Tier>;
  correctedSearch?: string | undefined;
  didYouMean?: string | undefined;
  searchedEverywhere?: true;
  /** Words that were left out, because no video has all of them. */
  droppedWords?: string[] | undefined;
  /** Set if nothing has the quoted phrases, so that their words were searched for. */
  ignoredQuotes?: true;
}

/** How a search was read. */
type Reading = Pick<
  Matches,
  'correctedSearch' | 'didYouMean' | 'searchedEverywhere' | 'droppedWords' | 'ignoredQuotes'
>;

const withoutSearch = (catalogue: Catalogue, filters: RoaringBitmap32[], key: string): Matches => {
  const [only, ...others] = filters;
  const all =
    others.length > 0 ? catalogue.queryCache.bitmap(key, () => intersection(filters)) : (only ?? catalogue.live);
  return { key, all };
};

type Found = FoundVideos & Reading;

/**
 * Tries the search as typed before corrections, and for `titleOnly` titles before everything. Undefined if no video has
 * all words.
 */
const findAllWords = (catalogue: Catalogue, search: Search, isExact: boolean): Found | undefined => {
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
  // Words that match something are probably right, so correct the others first. What is quoted is not corrected.
  for (const correct of isExact || search.phrases.length > 0 ? [] : [correctUnknownWords, correctAllWords]) {
    for (const { scoped, ...scope } of scopes) {
      const corrected = correct(catalogue, scoped);
      if (corrected) return { ...corrected, ...scope, correctedSearch: corrected.text };
    }
  }
  return undefined;
};

/** Without the words that leave nothing. With fewer corrections if all together would be too many typos. */
const findMostWords = (catalogue: Catalogue, search: Search): Found | undefined => {
  for (const maxCorrections of [search.words.length, maxErrors / 2, 0]) {
    const reduced = dropWords(catalogue, search, maxCorrections);
    const found = reduced && findAllWords(catalogue, reduced.search, false);
    if (found) return { ...found, droppedWords: reduced.droppedWords };
  }
  return undefined;
};

/** Ignores filters, so that a narrowed list is a subset of the whole list, in the same order. */
const findSearched = (catalogue: Catalogue, search: Search, isExact: boolean): Found => {
  const found = findAllWords(catalogue, search, isExact);
  if (found || isExact) return found ?? findAsTyped(catalogue, search);
  if (search.phrases.length > 0)
    return { ...findSearched(catalogue, { ...search, phrases: [] }, false), ignoredQuotes: true };
  return findMostWords(catalogue, search) ?? findAsTyped(catalogue, search);
};

/** Applies the filters to the results of a search. */
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

/** All videos but those with what the search excludes. */
const withoutExcluded = (catalogue: Catalogue, search: Search): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`all but ${JSON.stringify(search.excluded)}`, () =>
    applyOperators(catalogue, search, catalogue.live.clone()),
  );

/** The videos that match a filter. Undefined if its search has no words. */
export const findMatches = (catalogue: Catalogue, filter: Filter): Matches | undefined => {
  const filters = filterBitmaps(catalogue, filter);
  const key = filterKey(filter);
  const search = parseSearch(filter.search ?? '');
  if (!search) return withoutSearch(catalogue, filters, key);
  if (search.words.length > 0)
    return narrow(catalogue, findSearched(catalogue, search, filter.exact ?? false), filters, key);
  if (search.excluded.length === 0) return undefined;
  const others = withoutExcluded(catalogue, search);
  return withoutSearch(catalogue, [others, ...filters], `${key} but ${JSON.stringify(search.excluded)}`);
};
