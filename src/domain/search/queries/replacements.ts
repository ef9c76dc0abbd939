import type { Catalogue } from '../index/catalogue.ts';
import type { WordTerm } from '../index/terms.ts';
import { type Alternatives, termsOf } from './alternatives.ts';
import { nearPrefixes } from './near-prefixes.ts';
import { type SearchedWord, videosWithAll } from './word-matches.ts';

/** What a misspelt word may stand for: other words, all of which a video must have. */
export interface Replacement {
  words: WordTerm[];
  /** Number of typing errors. */
  errors: 1 | 2;
}

/** Not of the search, but of the whole vocabulary: computed once per word until the catalogue changes. */
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

/** Words that begin like an unfinished word. */
const nearBeginnings = (catalogue: Catalogue, word: string): Replacement[] =>
  nearPrefixes(catalogue, word).map(({ term, distance }) => ({
    words: [term],
    errors: distance < 2 ? 1 : 2,
  }));

/** The vocabulary keeps words of which the last video is gone. */
const isUsed = (word: WordTerm) => termsOf([word], false).some(({ videos }) => !videos.isEmpty);

export const replacementsOf = (catalogue: Catalogue, words: SearchedWord[], at: number): Replacement[] => {
  const { word, isPrefix } = words[at] as SearchedWord;
  const all = [...nearWords(catalogue, word), ...splitWords(catalogue, word), ...joinedWords(catalogue, words, at)];
  const found = all.filter((replacement) => replacement.words.every(isUsed));
  return found.length === 0 && isPrefix ? nearBeginnings(catalogue, word) : found;
};

/** What videos with one of the replacements are found by. */
export const byReplacement = (
  catalogue: Catalogue,
  key: string,
  replacements: readonly Replacement[],
  titleOnly: boolean,
): Alternatives => {
  const [single, several] = [
    replacements.filter(({ words }) => words.length === 1),
    replacements.filter(({ words }) => words.length > 1),
  ];
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
