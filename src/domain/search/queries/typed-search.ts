import { RoaringBitmap32 } from 'roaring-wasm';
import { titleSlugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm } from '../index/terms.ts';
import { type Search, wordsOf } from '../index/text.ts';
import { intersection } from './filters.ts';
import { withPhrase } from './phrase.ts';
import { type Step, type Tier, tiersOf } from './tiers.ts';
import { asMeant, asTyped, asWritten, inTitle, noVideos, searchedWords } from './word-matches.ts';

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

export interface FoundVideos {
  all: RoaringBitmap32;
  /** Best first; together they are `all`. */
  tiers: () => Iterable<Tier>;
}

/** What a search finds as it was typed. */
export const findAsTyped = (
  catalogue: Catalogue,
  search: Search,
  filters: RoaringBitmap32[],
  filterKey: string,
): FoundVideos => {
  const { queryCache, terms } = catalogue;
  const key = `${filterKey} ${JSON.stringify([search.words, search.titleOnly, search.text])}`;
  const words = searchedWords(catalogue, search);
  const eachBy = (videosOf: typeof asTyped) => words.map((word) => videosOf(catalogue, word));
  const names = search.titleOnly ? [] : exactNames(catalogue, search);
  const named = (among: RoaringBitmap32[]) => {
    const union = RoaringBitmap32.orMany(names.map((name) => name.videos));
    for (const videos of among) union.andInPlace(videos);
    return union;
  };
  const all = queryCache.bitmap(`all ${key}`, () => {
    const matches = intersection([...eachBy(asTyped), ...filters]);
    if (names.length === 0) return matches;
    const byName = named(filters);
    matches.orInPlace(byName);
    byName.dispose();
    return matches;
  });

  const steps: Step[] = [
    [
      'whole title',
      (rest) => {
        const ofLength = terms.titleLengths.get(words.length)?.videos ?? noVideos(catalogue);
        return intersection([rest, ofLength, ...eachBy(inTitle)]);
      },
    ],
    ['whole name', (rest) => (names.length > 0 ? named([rest]) : new RoaringBitmap32())],
    [
      'phrase',
      (rest) => {
        const titled = intersection([rest, ...eachBy(inTitle)]);
        const phrases = withPhrase(catalogue, titled, search.words);
        titled.dispose();
        return phrases;
      },
    ],
    ['title', (rest) => intersection([rest, ...eachBy(inTitle)])],
    ['title or names', (rest) => intersection([rest, ...eachBy(asWritten)])],
    ['meaning', (rest) => intersection([rest, ...eachBy(asMeant)])],
  ];
  return { all, tiers: () => tiersOf(catalogue, key, all, steps) };
};
