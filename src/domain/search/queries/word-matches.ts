import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { isShortPrefix } from '../index/query-cache.ts';
import type { WordTerm } from '../index/terms.ts';
import { wordsWithPrefix } from '../index/vocabulary.ts';
import { otherForms, type Search } from '../index/words.ts';
import { type Alternatives, selectVideos, termsOf, unite } from './alternatives.ts';

export interface SearchedWord {
  word: string;
  /** Whether it may be unfinished. */
  isPrefix: boolean;
  titleOnly: boolean;
  /** Synonyms of this word, or of a phrase that contains it, split into words. */
  synonyms: string[][];
}

export const searchedWords = (catalogue: Catalogue, { words, titleOnly, isLastPrefix }: Search): SearchedWord[] => {
  const searched = words.map((word, at): SearchedWord => {
    const isPrefix = isLastPrefix && at === words.length - 1;
    return { word, isPrefix, titleOnly, synonyms: [] };
  });
  for (const [at, word] of words.entries()) {
    for (const form of [word, ...formsOf(catalogue, word)])
      for (const { length, alternatives } of catalogue.synonyms.synonymsOf(words.with(at, form), at))
        for (const member of searched.slice(at, at + length)) member.synonyms.push(...alternatives);
  }
  return searched;
};

const known = ({ terms }: Catalogue, words: readonly string[]): WordTerm[] =>
  words.map((word) => terms.words.get(word)).filter((term) => term !== undefined);

const formsOf = ({ queryCache }: Catalogue, word: string): string[] =>
  queryCache.value(`forms ${word}`, () => otherForms(word));

export const inTitle = (catalogue: Catalogue, { word }: SearchedWord): Alternatives => ({
  key: `title ${word}`,
  terms: known(catalogue, [word]),
  videos: [],
});

const wordAnywhere = (catalogue: Catalogue, word: string, titleOnly: boolean): Alternatives => ({
  key: `word ${word} ${titleOnly}`,
  terms: termsOf(known(catalogue, [word]), titleOnly),
  videos: [],
});

/** Matches the word in the title or, unless `titleOnly`, in the name of a tag or performer. */
export const asWritten = (catalogue: Catalogue, { word, titleOnly }: SearchedWord): Alternatives =>
  wordAnywhere(catalogue, word, titleOnly);

/** Videos with all of these words. */
export const videosWithAll = (catalogue: Catalogue, words: readonly string[], titleOnly: boolean): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`with all ${titleOnly} ${words.join(' ')}`, () =>
    selectVideos(
      catalogue,
      words.map((word) => wordAnywhere(catalogue, word, titleOnly)),
      [],
    ),
  );

/** Matches the word as written, its singular and plural, and its synonyms. */
export const asMeant = (catalogue: Catalogue, { word, titleOnly, synonyms }: SearchedWord): Alternatives => {
  const single = synonyms.filter((words) => words.length === 1).flat();
  const phrases = synonyms.filter((words) => words.length > 1);
  return {
    key: `meant ${JSON.stringify([word, titleOnly, synonyms])}`,
    terms: termsOf(known(catalogue, [word, ...formsOf(catalogue, word), ...single]), titleOnly),
    videos: phrases.map((words) => videosWithAll(catalogue, words, titleOnly)),
  };
};

/** Cached, because a prefix of three letters has hundreds of words, which a search needs several times. */
const termsWithPrefix = (catalogue: Catalogue, prefix: string, titleOnly: boolean): Alternatives['terms'] =>
  catalogue.queryCache.value(
    `begun ${titleOnly} ${prefix}`,
    () => termsOf(wordsWithPrefix(catalogue, prefix), titleOnly).filter(({ videos }) => !videos.isEmpty),
    ({ length }) => length * 8,
  );

const videosWithShortPrefix = (catalogue: Catalogue, prefix: string, titleOnly: boolean): RoaringBitmap32 =>
  catalogue.shortPrefixes.videos(prefix, titleOnly, () =>
    unite(termsOf(wordsWithPrefix(catalogue, prefix), titleOnly).map(({ videos }) => videos)),
  );

/** Everything that a word matches without correction. */
export const asTyped = (catalogue: Catalogue, searched: SearchedWord): Alternatives => {
  const whole = asMeant(catalogue, searched);
  if (!searched.isPrefix) return whole;
  const { word, titleOnly } = searched;
  const key = `prefix ${whole.key}`;
  return isShortPrefix(word)
    ? { ...whole, key, videos: [...whole.videos, videosWithShortPrefix(catalogue, word, titleOnly)] }
    : { ...whole, key, terms: [...whole.terms, ...termsWithPrefix(catalogue, word, titleOnly)] };
};
