import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { insertionPoint, type WordTerm } from '../index/terms.ts';
import type { Search } from '../index/text.ts';
import { otherForms } from '../index/word-forms.ts';
import { intersection } from './filters.ts';

/** A word of a search. */
export interface SearchedWord {
  word: string;
  /** Whether it may be only the beginning of a word. */
  isPrefix: boolean;
  titleOnly: boolean;
  /** What an operator has declared to mean the same as this word, or as a phrase that it is part of; each as its words. */
  synonyms: string[][];
}

export const searchedWords = ({ synonyms }: Catalogue, { words, titleOnly, isLastPrefix }: Search): SearchedWord[] => {
  const searched = words.map((word, at): SearchedWord => {
    const isPrefix = isLastPrefix && at === words.length - 1;
    return { word, isPrefix, titleOnly, synonyms: [] };
  });
  for (let at = 0; at < words.length; at++) {
    for (const { length, alternatives } of synonyms.synonymsOf(words, at))
      for (const member of searched.slice(at, at + length)) member.synonyms.push(...alternatives);
  }
  return searched;
};

export const noVideos = ({ queryCache }: Catalogue) => queryCache.bitmap('none', () => new RoaringBitmap32());

const postingsOf = (words: readonly WordTerm[], titleOnly: boolean): RoaringBitmap32[] =>
  titleOnly
    ? words.map((word) => word.videos)
    : words.flatMap((word) => [word.videos, ...[...(word.names ?? [])].map((name) => name.videos)]);

/** The videos with any of these words, in their title or elsewhere. Copies nothing if only one bitmap has any. */
export const videosWith = (
  catalogue: Catalogue,
  key: string,
  words: readonly WordTerm[],
  titleOnly: boolean,
): RoaringBitmap32 => {
  const found = postingsOf(words, titleOnly).filter((videos) => !videos.isEmpty);
  const [only, second] = found;
  if (!only) return noVideos(catalogue);
  return second ? catalogue.queryCache.bitmap(`${key} ${titleOnly}`, () => RoaringBitmap32.orMany(found)) : only;
};

export const inTitle = (catalogue: Catalogue, { word }: SearchedWord): RoaringBitmap32 =>
  catalogue.terms.words.get(word)?.videos ?? noVideos(catalogue);

const known = ({ terms }: Catalogue, words: readonly string[]): WordTerm[] =>
  words.map((word) => terms.words.get(word)).filter((term) => term !== undefined);

/** In the title, or in the name of a tag or performer. */
export const asWritten = (catalogue: Catalogue, { word, titleOnly }: SearchedWord): RoaringBitmap32 =>
  videosWith(catalogue, `word ${word}`, known(catalogue, [word]), titleOnly);

/** With all words of one of the synonyms. */
const withSynonym = (catalogue: Catalogue, { synonyms, titleOnly }: SearchedWord): RoaringBitmap32[] =>
  synonyms.map((words) =>
    catalogue.queryCache.bitmap(`synonym ${titleOnly} ${words.join(' ')}`, () =>
      intersection(words.map((word) => videosWith(catalogue, `word ${word}`, known(catalogue, [word]), titleOnly))),
    ),
  );

/** In another form, or by a synonym. */
export const asMeant = (catalogue: Catalogue, searched: SearchedWord): RoaringBitmap32 => {
  const { word, titleOnly, synonyms } = searched;
  // Singular and plural find each other.
  const forms = videosWith(catalogue, `forms ${word}`, known(catalogue, [word, ...otherForms(word)]), titleOnly);
  if (synonyms.length === 0) return forms;
  return catalogue.queryCache.bitmap(`meant ${JSON.stringify([word, titleOnly, synonyms])}`, () =>
    RoaringBitmap32.orMany([forms, ...withSynonym(catalogue, searched)]),
  );
};

export const wordsWithPrefix = ({ terms }: Catalogue, prefix: string): WordTerm[] => {
  const sorted = terms.sorted ?? [];
  const found: WordTerm[] = [];
  for (let at = insertionPoint(sorted, prefix); sorted[at]?.word.startsWith(prefix); at++) {
    found.push(sorted[at] as WordTerm);
  }
  return found;
};

/** All that a word finds without correction. */
export const asTyped = (catalogue: Catalogue, searched: SearchedWord): RoaringBitmap32 => {
  const { word, isPrefix, titleOnly, synonyms } = searched;
  const whole = asMeant(catalogue, searched);
  if (!isPrefix) return whole;
  return catalogue.queryCache.bitmap(`prefix ${JSON.stringify([word, titleOnly, synonyms])}`, () =>
    RoaringBitmap32.orMany([whole, ...postingsOf(wordsWithPrefix(catalogue, word), titleOnly)]),
  );
};
