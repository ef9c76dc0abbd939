import { RoaringBitmap32 } from 'roaring-wasm';
import { titleSlugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { insertionPoint, type NameTerm, type WordTerm } from '../index/terms.ts';
import { parseSearch, type Search, wordsOf } from '../index/text.ts';
import { type Filter, filterBitmaps, filterKey, intersection } from './filters.ts';

export interface Matches {
  /** Identifies these matches in the query cache. */
  key: string;
  all: RoaringBitmap32;
  /** The matches with a tag or performer whose whole name is the search text. They come first. */
  byName: RoaringBitmap32 | undefined;
  correctedSearch: string | undefined;
}

const wordsWithPrefix = ({ terms }: Catalogue, prefix: string): WordTerm[] => {
  const sorted = terms.sorted ?? [];
  const found: WordTerm[] = [];
  for (let at = insertionPoint(sorted, prefix); sorted[at]?.word.startsWith(prefix); at++) {
    found.push(sorted[at] as WordTerm);
  }
  return found;
};

const postingsOf = (words: WordTerm[], titleOnly: boolean): RoaringBitmap32[] =>
  titleOnly
    ? words.map((word) => word.videos)
    : words.flatMap((word) => [word.videos, ...[...(word.names ?? [])].map((name) => name.videos)]);

const isLast = (search: Search, at: number) => at === search.words.length - 1;

const wordMatches = (catalogue: Catalogue, search: Search, at: number): RoaringBitmap32 => {
  const word = search.words[at] as string;
  const prefix = isLast(search, at);
  return catalogue.queryCache.bitmap(`${prefix ? 'prefix' : 'word'} ${search.titleOnly} ${word}`, () => {
    const known = catalogue.terms.words.get(word);
    const words = prefix ? wordsWithPrefix(catalogue, word) : known ? [known] : [];
    return RoaringBitmap32.orMany(postingsOf(words, search.titleOnly));
  });
};

/** Tags and performers whose whole name or slug is the search text. */
const exactNames = ({ terms }: Catalogue, search: Search): NameTerm[] => {
  const slug = titleSlugOf(search.text);
  const whole = wordsOf(search.text).join(' ');
  const found = [terms.tag, terms.performer].flatMap((names) => [
    names.bySlug.get(slug),
    ...(names.byWords.get(whole) ?? []),
  ]);
  return found.filter((term) => term !== undefined);
};

const searchMatches = (catalogue: Catalogue, search: Search, filters: RoaringBitmap32[], filterKey: string) => {
  const key = `${filterKey} ${JSON.stringify([search.words, search.titleOnly, search.text])}`;
  const names = search.titleOnly ? [] : exactNames(catalogue, search);
  const byName =
    names.length > 0
      ? catalogue.queryCache.bitmap(`by name ${key}`, () => {
          const named = RoaringBitmap32.orMany(names.map((name) => name.videos));
          for (const bitmap of filters) named.andInPlace(bitmap);
          return named;
        })
      : undefined;
  const all = catalogue.queryCache.bitmap(`all ${key}`, () => {
    const words = search.words.map((_, at) => wordMatches(catalogue, search, at));
    const matches = intersection([...words, ...filters]);
    return byName ? matches.orInPlace(byName) : matches;
  });
  return { key, all, byName: byName && byName.size > 0 ? byName : undefined };
};

const frequencyOf = (term: WordTerm | undefined, titleOnly: boolean) => {
  if (!term) return 0;
  let frequency = term.videos.size;
  if (!titleOnly) for (const name of term.names ?? []) frequency += name.videos.size;
  return frequency;
};

/** Replaces each unknown word by the most similar known one. Undefined if that changes nothing. */
const correctSpelling = (catalogue: Catalogue, search: Search): Search | undefined => {
  const { terms } = catalogue;
  const frequency = (word: string) => frequencyOf(terms.words.get(word), search.titleOnly);
  const words = search.words.map((word, at) => {
    const known = isLast(search, at)
      ? wordsWithPrefix(catalogue, word).some((term) => frequencyOf(term, search.titleOnly) > 0)
      : frequency(word) > 0;
    return known ? word : (terms.trigrams.nearest(word, frequency) ?? word);
  });
  const changed = words.some((word, at) => word !== search.words[at]);
  return changed ? { words, titleOnly: search.titleOnly, text: words.join(' ') } : undefined;
};

const withoutSearch = (catalogue: Catalogue, filters: RoaringBitmap32[], key: string): Matches => {
  const [only, ...others] = filters;
  const all =
    others.length > 0 ? catalogue.queryCache.bitmap(key, () => intersection(filters)) : (only ?? catalogue.live);
  return { key, all, byName: undefined, correctedSearch: undefined };
};

/** The videos that match a filter. Undefined if its tag, performer or category does not exist, or its search has no words. */
export const findMatches = (catalogue: Catalogue, filter: Filter): Matches | undefined => {
  const filters = filterBitmaps(catalogue, filter);
  if (!filters) return undefined;
  const key = filterKey(filter);
  const search = parseSearch(filter.search ?? '');
  if (!search) return withoutSearch(catalogue, filters, key);
  if (search.words.length === 0) return undefined;
  const asTyped = searchMatches(catalogue, search, filters, key);
  if (asTyped.all.size > 0) return { ...asTyped, correctedSearch: undefined };
  const nearest = catalogue.queryCache.value(`corrected ${JSON.stringify([search.words, search.titleOnly])}`, () =>
    correctSpelling(catalogue, search),
  );
  if (!nearest) return { ...asTyped, correctedSearch: undefined };
  const found = searchMatches(catalogue, nearest, filters, key);
  return found.all.size > 0 ? { ...found, correctedSearch: nearest.text } : { ...asTyped, correctedSearch: undefined };
};
