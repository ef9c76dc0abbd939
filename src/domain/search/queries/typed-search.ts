import { RoaringBitmap32 } from 'roaring-wasm';
import { titleSlugOf } from '#contract/values/names.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm } from '../index/terms.ts';
import { type Search, wordsOf } from '../index/words.ts';
import { noVideos, selectVideos, unite } from './alternatives.ts';
import { applyOperators, asMeant, asTyped, asWritten, inTitle, searchedWords, withPhrase } from './word-matches.ts';

/** Videos that match a search equally well. */
export interface Tier {
  /** Identifies the tier in the query cache. */
  key: string;
  videos: RoaringBitmap32;
  /** Index of the step that selected it, or the number of steps for the last tier. */
  step: number;
}

/** Selects some of the videos that earlier steps have not selected, as a new bitmap. */
export type Step = [name: string, selectFrom: (rest: RoaringBitmap32) => RoaringBitmap32];

/** Computes tiers from steps, best first and lazily. The last tier contains the remaining videos. */
export function* tiersOf({ queryCache }: Catalogue, key: string, all: RoaringBitmap32, steps: Step[]): Generator<Tier> {
  let rest = all;
  for (const [step, [name, selectFrom]] of steps.entries()) {
    if (rest.isEmpty) return;
    const before = rest;
    const tierKey = `${name} of ${key}`;
    const videos = queryCache.bitmap(tierKey, () => selectFrom(before));
    if (videos.isEmpty) continue;
    yield { key: tierKey, videos, step };
    rest = queryCache.bitmap(`after ${tierKey}`, () => RoaringBitmap32.andNot(before, videos));
  }
  if (!rest.isEmpty) yield { key: `rest of ${key}`, videos: rest, step: steps.length };
}

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

/** The results of a search in the whole catalogue. */
export interface FoundVideos {
  /** Identifies the results in the query cache. */
  key: string;
  all: RoaringBitmap32;
  /** Partition of `all`, best matches first. */
  tiers: () => Iterable<Tier>;
}

/** Searches without corrections. */
export const findAsTyped = (catalogue: Catalogue, search: Search): FoundVideos => {
  const { queryCache, terms } = catalogue;
  const { words: typed, isLastPrefix, titleOnly, text, phrases, excluded } = search;
  const key = JSON.stringify([typed, isLastPrefix, titleOnly, text, phrases, excluded]);
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
    // Most names already match by their words.
    const isFound = (name: NameTerm) => words.every((word) => asTyped(catalogue, word).terms.includes(name));
    for (const name of names) if (!isFound(name)) matches.orInPlace(name.videos);
    return applyOperators(catalogue, search, matches);
  });
  const unfinishedInTitle: typeof asTyped = (_, word) => asTyped(catalogue, { ...word, titleOnly: true });

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
    ['unfinished title', (rest) => select(unfinishedInTitle, [rest])],
  ];
  return { key, all, tiers: () => tiersOf(catalogue, key, all, steps) };
};
