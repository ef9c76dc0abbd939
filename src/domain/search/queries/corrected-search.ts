import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { Search } from '../index/text.ts';
import { type Alternatives, hasFewerThan, maxSizeOf, noVideos, selectVideos } from './alternatives.ts';
import { correctedText } from './corrected-text.ts';
import { correctedWord, maxVideosOf } from './corrected-word.ts';
import { byReplacement, replacementsOf } from './replacements.ts';
import { type Step, tiersOf } from './tiers.ts';
import type { FoundVideos } from './typed-search.ts';
import { unite } from './unite.ts';
import { videosByErrors } from './videos-by-errors.ts';
import { asTyped, inTitle, type SearchedWord, searchedWords } from './word-matches.ts';

/** Looking for what each of so many words may stand for takes too long. */
const maxWords = 24;

export interface CorrectedVideos extends FoundVideos {
  text: string;
}

/** What a search finds if these of its words may be misspelt. Undefined if that is nothing. */
const findWith = (
  catalogue: Catalogue,
  search: Search,
  mayBeMisspelt: (word: SearchedWord, at: number) => boolean,
): CorrectedVideos | undefined => {
  const { queryCache, terms } = catalogue;
  const searched = searchedWords(catalogue, search);
  const isCorrected = searched.map(mayBeMisspelt);
  const key = JSON.stringify([search.words, search.titleOnly, search.isLastPrefix, isCorrected]);
  const words = searched.map((word, at) => {
    const replacements = isCorrected[at] ? replacementsOf(catalogue, searched, at) : [];
    return correctedWord(catalogue, word, replacements, JSON.stringify([at, search.words]));
  });
  const byErrors = queryCache.bitmaps(`by errors ${key}`, () =>
    videosByErrors(
      catalogue,
      words.toSorted((a, b) => maxVideosOf(a) - maxVideosOf(b)).map((word) => word.byErrors),
    ),
  );
  const all = queryCache.bitmap(`corrected ${key}`, () => unite(byErrors));
  if (all.isEmpty) return undefined;

  const inTitles = words.map(({ searched: word, replacements }, at): Alternatives => {
    const replaced = byReplacement(
      catalogue,
      `title ${JSON.stringify([at, isCorrected[at], search.words])}`,
      replacements,
      true,
    );
    return { ...replaced, terms: [...inTitle(catalogue, word).terms, ...replaced.terms] };
  });
  const ofLength = terms.titleLengths.get(words.length)?.videos ?? noVideos(catalogue);
  const stepsOf = (videos: RoaringBitmap32, errors: number): Step[] => [
    [`whole title, ${errors} errors`, (rest) => selectVideos(catalogue, inTitles, [rest, videos, ofLength])],
    [`title, ${errors} errors`, (rest) => selectVideos(catalogue, inTitles, [rest, videos])],
    [`${errors} errors`, (rest) => RoaringBitmap32.and(rest, videos)],
  ];
  const steps = byErrors.map(stepsOf);
  const firstWithErrors = steps[0]?.length ?? 0;
  const tiers = () => tiersOf(catalogue, `corrected ${key}`, all, steps.flat());
  const text = queryCache.value(`text ${key}`, () => {
    for (const tier of tiers()) if (tier.step >= firstWithErrors) return correctedText(catalogue, words, tier);
    return search.words.join(' ');
  });
  return { key: `corrected ${key}`, all, tiers, text };
};

/** What a search finds if the words that find nothing as they were typed are misspelt. */
export const correctUnknownWords = (catalogue: Catalogue, search: Search): CorrectedVideos | undefined => {
  const isUnknown = (word: SearchedWord) => maxSizeOf(asTyped(catalogue, word)) === 0;
  const hasUnknown = search.words.length <= maxWords && searchedWords(catalogue, search).some(isUnknown);
  return hasUnknown ? findWith(catalogue, search, isUnknown) : undefined;
};

/** What a search finds if any of its words may be misspelt: "form" for "from". */
export const correctAllWords = (catalogue: Catalogue, search: Search): CorrectedVideos | undefined =>
  search.words.length <= maxWords ? findWith(catalogue, search, () => true) : undefined;

/** A word in fewer videos than this may be misspelt although it is known. */
const rareVideos = 5;
const moreTimes = 10;

/** A similar search that finds much more than the few videos that were found. */
export const findDidYouMean = (catalogue: Catalogue, search: Search, found: number): string | undefined => {
  if (found >= rareVideos || search.words.length > maxWords) return undefined;
  const isRare = (word: SearchedWord) => hasFewerThan(catalogue, asTyped(catalogue, word), rareVideos);
  if (!searchedWords(catalogue, search).some(isRare)) return undefined;
  const corrected = findWith(catalogue, search, isRare);
  return corrected && corrected.all.size >= moreTimes * found ? corrected.text : undefined;
};
