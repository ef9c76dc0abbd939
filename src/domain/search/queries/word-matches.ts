import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { isShortPrefix } from '../index/query-cache.ts';
import type { WordTerm } from '../index/terms.ts';
import { wordsWithPrefix } from '../index/vocabulary.ts';
import { otherForms, type Search, splitAtNumbers } from '../index/words.ts';
import { type Alternatives, selectVideos, termsOf, unionOf, unite } from './alternatives.ts';

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
    const split = splitAtNumbers(word);
    if (split && known(catalogue, split).length === split.length) searched[at]?.synonyms.push(split);
    const pair = words.slice(at, at + 2);
    const joined = pair.join('');
    if (catalogue.terms.words.has(joined) && splitAtNumbers(joined)?.join(' ') === pair.join(' '))
      for (const member of searched.slice(at, at + 2)) member.synonyms.push([joined]);
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

const isAt = (links: Uint32Array, at: number, phrase: Uint32Array) => {
  for (let next = 0; next < phrase.length; next++) if (links[at + next] !== phrase[next]) return false;
  return true;
};

/** The subset of the videos with these words as a phrase in the title. All titles must contain all of the words. */
export const withPhrase = (
  { columns, terms }: Catalogue,
  videos: RoaringBitmap32,
  words: readonly string[],
): RoaringBitmap32 => {
  if (words.length === 1) return videos.clone();
  const phrase = Uint32Array.from(words, (word) => terms.words.get(word)?.id ?? -1);
  const { starts, lengths, links } = columns;
  const candidates = videos.toUint32Array();
  let found = 0;
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const ordinal = candidates[candidate] as number;
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number) - phrase.length;
    for (let at = start; at <= end; at++) {
      if (links[at] !== phrase[0] || !isAt(links, at, phrase)) continue;
      // Collect the matches in place.
      candidates[found++] = ordinal;
      break;
    }
  }
  return new RoaringBitmap32(candidates.subarray(0, found));
};

/** Videos with the phrase in the title or, unless `titleOnly`, as the whole name of a tag or performer. */
const phraseVideos = (catalogue: Catalogue, words: readonly string[], titleOnly: boolean): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`phrase ${titleOnly} ${words.join(' ')}`, () => {
    const titled = videosWithAll(catalogue, words, true);
    const videos = withPhrase(catalogue, titled, words);
    const { tag, performer } = catalogue.terms;
    for (const { byWords } of titleOnly ? [] : [tag, performer])
      for (const name of byWords.get(words.join(' ')) ?? []) videos.orInPlace(name.videos);
    return videos;
  });

/** Removes the videos without the search's phrases, and those with what it excludes. */
export const applyOperators = (catalogue: Catalogue, search: Search, videos: RoaringBitmap32): RoaringBitmap32 => {
  for (const phrase of search.phrases) videos.andInPlace(phraseVideos(catalogue, phrase, search.titleOnly));
  for (const words of search.excluded) {
    const [word = '', ...others] = words;
    const isPhrase = others.length > 0;
    const meant = () => asMeant(catalogue, { word, isPrefix: false, titleOnly: false, synonyms: [] });
    videos.andNotInPlace(isPhrase ? phraseVideos(catalogue, words, false) : unionOf(catalogue, meant()));
  }
  return videos;
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
