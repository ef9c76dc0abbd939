import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { Search } from '../index/text.ts';
import { correctedText } from './corrected-text.ts';
import { intersection } from './filters.ts';
import { type Replacement, replacementsOf, videosOfAny } from './replacements.ts';
import { type Step, tiersOf } from './tiers.ts';
import type { FoundVideos } from './typed-search.ts';
import { asTyped, inTitle, noVideos, type SearchedWord, searchedWords } from './word-matches.ts';

/** Looking for what each of so many words may stand for takes too long. */
const maxWords = 24;
/** More errors than this in the whole search are no typing errors. */
const maxErrors = 6;

/** A word of a search with what it may stand for. */
export interface CorrectedWord {
  searched: SearchedWord;
  /** Videos with the word as typed, with one error and with two. */
  byErrors: RoaringBitmap32[];
  replacements: Replacement[];
}

const correctedWord = (
  catalogue: Catalogue,
  searched: SearchedWord,
  replacements: Replacement[],
  key: string,
): CorrectedWord => {
  const withErrors = (errors: number) =>
    catalogue.queryCache.bitmap(`${errors} errors in ${key}`, () =>
      videosOfAny(
        catalogue,
        replacements.filter((replacement) => replacement.errors === errors),
        searched.titleOnly,
      ),
    );
  return {
    searched,
    byErrors: [asTyped(catalogue, searched), ...(replacements.length > 0 ? [withErrors(1), withErrors(2)] : [])],
    replacements,
  };
};

/** Adds the second bitmap to the first and disposes of it. */
const absorb = (union: RoaringBitmap32 | undefined, part: RoaringBitmap32): RoaringBitmap32 => {
  if (!union) return part;
  union.orInPlace(part);
  part.dispose();
  return union;
};

/** The videos that have all of the words, by their total number of typing errors. */
const videosByErrors = (
  catalogue: Catalogue,
  words: CorrectedWord[],
  filters: RoaringBitmap32[],
): RoaringBitmap32[] => {
  const sizeOf = ({ byErrors }: CorrectedWord) => byErrors.reduce((sum, videos) => sum + videos.size, 0);
  let found: (RoaringBitmap32 | undefined)[] = [intersection([catalogue.live, ...filters])];
  for (const { byErrors } of words.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
    const next: (RoaringBitmap32 | undefined)[] = [];
    for (const [before, among] of found.entries()) {
      if (!among) continue;
      for (const [errors, videos] of byErrors.entries()) {
        if (videos.isEmpty || before + errors > maxErrors) continue;
        const part = RoaringBitmap32.and(among, videos);
        next[before + errors] = absorb(next[before + errors], part);
      }
      among.dispose();
    }
    found = next;
  }
  // A video that can be read in several ways counts with the fewest errors.
  const result = Array.from({ length: found.length }, (_, errors) => found[errors] ?? new RoaringBitmap32());
  for (const [errors, videos] of result.entries())
    for (const better of result.slice(0, errors)) videos.andNotInPlace(better);
  return result;
};

export interface CorrectedVideos extends FoundVideos {
  text: string;
}

/** What a search finds if these of its words may be misspelt. Undefined if that is nothing. */
const findWith = (
  catalogue: Catalogue,
  search: Search,
  filters: RoaringBitmap32[],
  filterKey: string,
  mayBeMisspelt: (word: SearchedWord, at: number) => boolean,
): CorrectedVideos | undefined => {
  const { queryCache, terms } = catalogue;
  const searched = searchedWords(catalogue, search);
  const isCorrected = searched.map(mayBeMisspelt);
  const key = `${filterKey} ${JSON.stringify([search.words, search.titleOnly, search.isLastPrefix, isCorrected])}`;
  const words = searched.map((word, at) => {
    const replacements = isCorrected[at] ? replacementsOf(catalogue, searched, at) : [];
    return correctedWord(
      catalogue,
      word,
      replacements,
      JSON.stringify([word.word, at, search.words, search.titleOnly]),
    );
  });
  const byErrors = queryCache.bitmaps(`by errors ${key}`, () => videosByErrors(catalogue, words, filters));
  const all = queryCache.bitmap(`corrected ${key}`, () => RoaringBitmap32.orMany(byErrors));
  if (all.isEmpty) return undefined;

  const titles = () =>
    words.map(({ searched: word, replacements }) =>
      queryCache.bitmap(`titles ${JSON.stringify([word.word, replacements.length > 0])} ${key}`, () =>
        absorb(videosOfAny(catalogue, replacements, true), inTitle(catalogue, word).clone()),
      ),
    );
  const ofLength = () => terms.titleLengths.get(words.length)?.videos ?? noVideos(catalogue);
  const stepsOf = (videos: RoaringBitmap32, errors: number): Step[] => [
    [`whole title, ${errors} errors`, (rest) => intersection([rest, videos, ofLength(), ...titles()])],
    [`title, ${errors} errors`, (rest) => intersection([rest, videos, ...titles()])],
    [`${errors} errors`, (rest) => RoaringBitmap32.and(rest, videos)],
  ];
  const steps = byErrors.map(stepsOf);
  const firstWithErrors = steps[0]?.length ?? 0;
  const tiers = () => tiersOf(catalogue, `corrected ${key}`, all, steps.flat());
  const text = queryCache.value(`text ${key}`, () => {
    for (const tier of tiers()) if (tier.step >= firstWithErrors) return correctedText(catalogue, words, tier);
    return search.words.join(' ');
  });
  return { all, tiers, text };
};

/**
 * What a search finds if its words may be misspelt: those that find nothing as they were typed or, if that does not help, all
 * of them ("form" for "from").
 */
export const findCorrected = (
  catalogue: Catalogue,
  search: Search,
  filters: RoaringBitmap32[],
  filterKey: string,
): CorrectedVideos | undefined => {
  if (search.words.length > maxWords) return undefined;
  const findIf = (mayBeMisspelt: (word: SearchedWord) => boolean) =>
    findWith(catalogue, search, filters, filterKey, mayBeMisspelt);
  return findIf((word) => asTyped(catalogue, word).isEmpty) ?? findIf(() => true);
};

/** A word in fewer videos than this may be misspelt although it is known. */
const fewVideos = 5;
const moreTimes = 10;

/** A similar search that finds much more than the few videos that were found. */
export const findDidYouMean = (
  catalogue: Catalogue,
  search: Search,
  filters: RoaringBitmap32[],
  filterKey: string,
  found: number,
): string | undefined => {
  if (found >= fewVideos || search.words.length > maxWords) return undefined;
  const isRare = (word: SearchedWord) => asTyped(catalogue, word).size < fewVideos;
  if (!searchedWords(catalogue, search).some(isRare)) return undefined;
  const corrected = findWith(catalogue, search, filters, filterKey, isRare);
  return corrected && corrected.all.size >= moreTimes * found ? corrected.text : undefined;
};
