import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { rankedOrdinals } from '../index/orders.ts';
import type { WordTerm } from '../index/terms.ts';
import { nearPrefixes } from '../index/vocabulary.ts';
import { excludedText, type Search } from '../index/words.ts';
import {
  type Alternatives,
  fewVideos,
  hasFewerThan,
  maxSizeOf,
  noVideos,
  selectVideos,
  termsOf,
  unionOf,
  unite,
  withFindFirst,
} from './alternatives.ts';
import { type FoundVideos, type Step, type Tier, tiersOf } from './typed-search.ts';
import { applyOperators, asTyped, inTitle, type SearchedWord, searchedWords, videosWithAll } from './word-matches.ts';

/** A possible correction of a misspelt word. */
interface Replacement {
  /** A video must have all of these words. */
  words: WordTerm[];
  /** Number of typos. */
  errors: 1 | 2;
}

/** Similar words. Cached, because they don't depend on the rest of the search. */
const nearWords = ({ terms, queryCache }: Catalogue, word: string): Replacement[] =>
  queryCache.value(
    `near ${word}`,
    () => terms.nearWords.of(word).map(({ term, distance }) => ({ words: [term], errors: distance })),
    (found) => found.length * 32,
  );

const minPart = 2;

/** `nighttrain` for `night train`. */
const splitWords = ({ terms }: Catalogue, word: string): Replacement[] => {
  const found: Replacement[] = [];
  for (let at = minPart; at <= word.length - minPart; at++) {
    const first = terms.words.get(word.slice(0, at));
    const second = first && terms.words.get(word.slice(at));
    if (first && second) found.push({ words: [first, second], errors: 1 });
  }
  return found;
};

/** `roof top` for `rooftop`: the joined word replaces each of the two. */
const joinedWords = ({ terms }: Catalogue, words: SearchedWord[], at: number): Replacement[] => {
  const pairs = [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)].filter(
    ({ length }) => length === 2,
  );
  const joined = pairs.map((pair) => terms.words.get(pair.map(({ word }) => word).join('')));
  return joined.filter((term) => term !== undefined).map((term) => ({ words: [term], errors: 1 }));
};

/** Words with a prefix similar to an unfinished word. */
const nearCompletions = (catalogue: Catalogue, word: string): Replacement[] =>
  nearPrefixes(catalogue, word).map(({ term, distance }) => ({
    words: [term],
    errors: distance < 2 ? 1 : 2,
  }));

/** The vocabulary contains words whose last video was deleted. */
const isUsed = (word: WordTerm) => termsOf([word], false).some(({ videos }) => !videos.isEmpty);

const replacementsOf = (catalogue: Catalogue, words: SearchedWord[], at: number): Replacement[] => {
  const { word, isPrefix } = words[at] as SearchedWord;
  const isKnown = (replacement: Replacement) => replacement.words.every(isUsed);
  const alone = [...nearWords(catalogue, word), ...splitWords(catalogue, word)].filter(isKnown);
  const completed = alone.length === 0 && isPrefix ? nearCompletions(catalogue, word) : [];
  return [...alone, ...completed, ...joinedWords(catalogue, words, at).filter(isKnown)];
};

/** Matches videos with any of the replacements. */
const byReplacement = (
  catalogue: Catalogue,
  key: string,
  replacements: readonly Replacement[],
  titleOnly: boolean,
): Alternatives => {
  const single = replacements.filter(({ words }) => words.length === 1);
  const several = replacements.filter(({ words }) => words.length > 1);
  return {
    key: `replacing ${key} ${titleOnly}`,
    terms: termsOf(
      single.flatMap(({ words }) => words),
      titleOnly,
    ),
    videos: several.map(({ words }) =>
      videosWithAll(
        catalogue,
        words.map(({ word }) => word),
        titleOnly,
      ),
    ),
  };
};

/** What a misspelt word may stand for, whatever its neighbours are. */
export const correctedAlone = (catalogue: Catalogue, searched: SearchedWord): Alternatives => {
  const { word, isPrefix, titleOnly } = searched;
  return byReplacement(catalogue, `alone ${word} ${isPrefix}`, replacementsOf(catalogue, [searched], 0), titleOnly);
};

/** A word of a search with its possible corrections. */
interface CorrectedWord {
  searched: SearchedWord;
  /** What the word matches as typed, with one typo and with two typos. */
  byErrors: Alternatives[];
  replacements: Replacement[];
}

const correctedWord = (
  catalogue: Catalogue,
  searched: SearchedWord,
  replacements: Replacement[],
  key: string,
): CorrectedWord => {
  const withErrors = (errors: number) =>
    byReplacement(
      catalogue,
      `${errors} errors ${key}`,
      replacements.filter((replacement) => replacement.errors === errors),
      searched.titleOnly,
    );
  return {
    searched,
    byErrors: [asTyped(catalogue, searched), ...(replacements.length > 0 ? [withErrors(1), withErrors(2)] : [])],
    replacements,
  };
};

/** An upper bound, because a video that matches in several ways counts several times. */
const maxVideosOf = ({ byErrors }: CorrectedWord) => byErrors.reduce((sum, found) => sum + maxSizeOf(found), 0);

/** Maximum number of typos in the whole search. */
export const maxErrors = 6;

/** Videos by their number of typos. */
type ByErrors = RoaringBitmap32[];

/** Adds the second bitmap to the first and disposes of it. */
const absorb = (union: RoaringBitmap32 | undefined, part: RoaringBitmap32): RoaringBitmap32 => {
  if (!union) return part;
  union.orInPlace(part);
  part.dispose();
  return union;
};

const emptyBitmaps = (length: number): ByErrors => Array.from({ length }, () => new RoaringBitmap32());

/** Reads the terms of each video, which is faster for few videos. */
const addWordToFew = (catalogue: Catalogue, found: ByErrors, word: Alternatives[]): ByErrors =>
  withFindFirst(catalogue, word, (findFirst) => {
    const next = emptyBitmaps(maxErrors + 1);
    for (const [before, videos] of found.entries()) {
      for (const ordinal of videos.toUint32Array()) {
        const errors = findFirst(ordinal);
        if (errors >= 0) next[before + errors]?.add(ordinal);
      }
    }
    return next;
  });

const addWordToMany = (catalogue: Catalogue, found: ByErrors, word: Alternatives[]): ByErrors => {
  const next = emptyBitmaps(maxErrors + 1);
  for (const [before, videos] of found.entries()) {
    if (videos.isEmpty) continue;
    for (const [errors, alternatives] of word.entries()) {
      const total = before + errors;
      if (total <= maxErrors)
        next[total] = absorb(next[total], RoaringBitmap32.and(videos, unionOf(catalogue, alternatives)));
    }
  }
  return next;
};

const sizeOf = (found: ByErrors) => found.reduce((sum, { size }) => sum + size, 0);

/**
 * The videos that match all words, by their total number of typos. Each word is a list of its alternatives with no
 * typo, one typo, and so on. The rarest words should come first.
 */
const videosByErrors = (catalogue: Catalogue, words: Alternatives[][]): ByErrors => {
  const [first = [], ...others] = words;
  let found: ByErrors = first.map((alternatives) => unionOf(catalogue, alternatives).clone());
  for (const word of others) {
    const before = found;
    found = (sizeOf(before) <= fewVideos ? addWordToFew : addWordToMany)(catalogue, before, word);
    for (const videos of before) videos.dispose();
  }
  // A video that matches in several ways counts with the fewest typos.
  for (const [errors, videos] of found.entries())
    for (const better of found.slice(0, errors)) videos.andNotInPlace(better);
  return found;
};

/** About one page. */
const topVideos = 16;

/** A possible reading of a word of the search. */
interface Reading {
  text: string;
  errors: number;
  /** Number of top videos with it. */
  matches: number;
  /** Number of videos with it in the title, a tag or a performer. */
  uses: number;
}

const bestFirst = (one: Reading, other: Reading) =>
  other.matches - one.matches || one.errors - other.errors || other.uses - one.uses || (one.text < other.text ? -1 : 1);

/** The corrected search as text. Each word is replaced by the reading that most of the top videos have. */
const correctedText = (catalogue: Catalogue, words: CorrectedWord[], best: Tier): string => {
  const ordinals = rankedOrdinals(catalogue, 'best', best, 0, topVideos);
  const readingOf = ({ searched, byErrors: [typed], replacements }: CorrectedWord): string => {
    const readings = replacements.map(({ words: replacing, errors }): Reading => {
      const terms = replacing.map((word) => termsOf([word], searched.titleOnly));
      const has = (ordinal: number) => terms.every((each) => each.some(({ videos }) => videos.has(ordinal)));
      return {
        text: replacing.map(({ word }) => word).join(' '),
        errors,
        matches: ordinals.filter(has).length,
        uses: Math.min(...terms.map((each) => each.reduce((sum, { videos }) => sum + videos.size, 0))),
      };
    });
    if (typed && maxSizeOf(typed) > 0) {
      const matches = withFindFirst(
        catalogue,
        [typed],
        (findFirst) => ordinals.filter((ordinal) => findFirst(ordinal) === 0).length,
      );
      readings.push({ text: searched.word, errors: 0, matches, uses: 0 });
    }
    return readings.sort(bestFirst)[0]?.text ?? searched.word;
  };
  const texts = words.map(readingOf);
  // A joined word replaces two words of the search, so it occurs twice.
  return texts.filter((text, at) => text !== texts[at - 1]).join(' ');
};

/** Correcting each word of a longer search would take too long. */
export const maxCorrectedWords = 24;

interface CorrectedVideos extends FoundVideos {
  text: string;
}

/** Searches with corrections of the words that may be misspelt. Undefined if nothing is found. */
const findWith = (
  catalogue: Catalogue,
  search: Search,
  mayBeMisspelt: (word: SearchedWord, at: number) => boolean,
): CorrectedVideos | undefined => {
  const { queryCache, terms } = catalogue;
  const searched = searchedWords(catalogue, search);
  const isCorrected = searched.map(mayBeMisspelt);
  const key = JSON.stringify([search.words, search.titleOnly, search.isLastPrefix, isCorrected, search.excluded]);
  const words = searched.map((word, at) => {
    const replacements = isCorrected[at] ? replacementsOf(catalogue, searched, at) : [];
    return correctedWord(catalogue, word, replacements, JSON.stringify([at, search.words]));
  });
  const byErrors = queryCache.bitmaps(`by errors ${key}`, () =>
    videosByErrors(
      catalogue,
      words.toSorted((a, b) => maxVideosOf(a) - maxVideosOf(b)).map((word) => word.byErrors),
    ).map((videos) => applyOperators(catalogue, search, videos)),
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
  const corrected = queryCache.value(`text ${key}`, () => {
    for (const tier of tiers()) if (tier.step >= firstWithErrors) return correctedText(catalogue, words, tier);
    return search.words.join(' ');
  });
  const text = [corrected, ...search.excluded.map(excludedText)].join(' ');
  return { key: `corrected ${key}`, all, tiers, text };
};

/** Corrects only the words that match nothing as typed. */
export const correctUnknownWords = (catalogue: Catalogue, search: Search): CorrectedVideos | undefined => {
  const isUnknown = (word: SearchedWord) => maxSizeOf(asTyped(catalogue, word)) === 0;
  const hasUnknown = search.words.length <= maxCorrectedWords && searchedWords(catalogue, search).some(isUnknown);
  return hasUnknown ? findWith(catalogue, search, isUnknown) : undefined;
};

/** Corrects all words, including known ones: "form" for "from". */
export const correctAllWords = (catalogue: Catalogue, search: Search): CorrectedVideos | undefined =>
  search.words.length <= maxCorrectedWords ? findWith(catalogue, search, () => true) : undefined;

/** A known word may be a misspelling if fewer videos than this have it. */
const rareVideos = 5;
/** How many times as many videos a suggested search must find. */
const minGain = 10;

/** Suggests a corrected search that finds many more videos. Undefined if the search itself found enough. */
export const findDidYouMean = (catalogue: Catalogue, search: Search, found: number): string | undefined => {
  if (found >= rareVideos || search.words.length > maxCorrectedWords || search.phrases.length > 0) return undefined;
  const isRare = (word: SearchedWord) => hasFewerThan(catalogue, asTyped(catalogue, word), rareVideos);
  if (!searchedWords(catalogue, search).some(isRare)) return undefined;
  const corrected = findWith(catalogue, search, isRare);
  return corrected && corrected.all.size >= minGain * found ? corrected.text : undefined;
};
