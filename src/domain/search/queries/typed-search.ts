import type { RoaringBitmap32 } from 'roaring-wasm';
import { titleSlugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm } from '../index/terms.ts';
import { type Search, wordsOf } from '../index/text.ts';
import { noVideos, selectVideos } from './alternatives.ts';
import { withPhrase } from './phrase.ts';
import { type Step, type Tier, tiersOf } from './tiers.ts';
import { unite } from './unite.ts';
import { asMeant, asTyped, asWritten, inTitle, searchedWords } from './word-matches.ts';

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

/** What a search finds in the whole catalogue. */
export interface FoundVideos {
  /** Identifies it in the query cache. */
  key: string;
  all: RoaringBitmap32;
  /** Best first; together they are `all`. */
  tiers: () => Iterable<Tier>;
}

/** What a search finds as it was typed. */
export const findAsTyped = (catalogue: Catalogue, search: Search): FoundVideos => {
  const { queryCache, terms } = catalogue;
  const key = JSON.stringify([search.words, search.titleOnly, search.text]);
  const words = searchedWords(catalogue, search);
  const select = (foundBy: typeof asTyped, among: RoaringBitmap32[] = []) =>
    selectVideos(
      catalogue,
      words.map((word) => foundBy(catalogue, word)),
      among,
    );
  const names = search.titleOnly ? [] : exactNames(catalogue, search);
  const all = queryCache.bitmap(`all ${key}`, () => {
    const matches = select(asTyped);
    // Most names are found by their words already.
    const isFound = (name: NameTerm) => words.every((word) => asTyped(catalogue, word).terms.includes(name));
    for (const name of names) if (!isFound(name)) matches.orInPlace(name.videos);
    return matches;
  });
  const begunInTitle: typeof asTyped = (_, word) => asTyped(catalogue, { ...word, titleOnly: true });

  const steps: Step[] = [
    [
      'whole title',
      (rest) => {
        const ofLength = terms.titleLengths.get(words.length)?.videos ?? noVideos(catalogue);
        return select(inTitle, [rest, ofLength]);
      },
    ],
    [
      'whole name',
      (rest) => {
        const named = unite(names.map(({ videos }) => videos));
        named.andInPlace(rest);
        return named;
      },
    ],
    [
      'phrase',
      (rest) => {
        const titled = select(inTitle, [rest]);
        const phrases = withPhrase(catalogue, titled, search.words);
        titled.dispose();
        return phrases;
      },
    ],
    ['title', (rest) => select(inTitle, [rest])],
    ['title or names', (rest) => select(asWritten, [rest])],
    ['meaning', (rest) => select(asMeant, [rest])],
    ['unfinished title', (rest) => select(begunInTitle, [rest])],
  ];
  return { key, all, tiers: () => tiersOf(catalogue, key, all, steps) };
};
