import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { WordTerm } from '../index/terms.ts';
import { intersection } from './filters.ts';
import { type SearchedWord, videosWith } from './word-matches.ts';

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
  const pairs = [words.slice(at - 1, at + 1), words.slice(at, at + 2)].filter((pair) => pair.length === 2);
  const joined = pairs.map((pair) => terms.words.get(pair.map(({ word }) => word).join('')));
  return joined.filter((term) => term !== undefined).map((term) => ({ words: [term], errors: 1 }));
};

export const replacementsOf = (catalogue: Catalogue, words: SearchedWord[], at: number): Replacement[] => {
  const { word } = words[at] as SearchedWord;
  return [...nearWords(catalogue, word), ...splitWords(catalogue, word), ...joinedWords(catalogue, words, at)];
};

/** The videos that have one of the replacements, as a bitmap to keep in the query cache. */
export const videosOfAny = (catalogue: Catalogue, replacements: Replacement[], titleOnly: boolean): RoaringBitmap32 => {
  const single = replacements.filter(({ words }) => words.length === 1).flatMap(({ words }) => words);
  const union = RoaringBitmap32.orMany(
    single.flatMap((term) =>
      titleOnly ? [term.videos] : [term.videos, ...[...(term.names ?? [])].map((n) => n.videos)],
    ),
  );
  for (const { words } of replacements.filter((replacement) => replacement.words.length > 1)) {
    const both = intersection(words.map((term) => videosWith(catalogue, `word ${term.word}`, [term], titleOnly)));
    union.orInPlace(both);
    both.dispose();
  }
  return union;
};
