import { fold } from '#contract/values/fold.ts';
import { isTitleSearch, maxSearchLength, withoutTitlePrefix } from '#contract/values/title-search.ts';
import { unifySpelling } from './spelling-variants.ts';

const runs = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The dictionary has compounds such as 東京タワー, of which people search for one part. */
const katakanaOrNot = /[\p{Script=Katakana}ー]+|[^\p{Script=Katakana}ー]+/gu;

const wordsOfRun = (run: string): string[] =>
  Array.from(segmenter.segment(run)).flatMap(({ segment }) => segment.match(katakanaOrNot) ?? []);

const maxWords = 200;

/** Splits text into words: runs of letters and digits, and the words of a dictionary in scripts without spaces. */
export const wordsOf = (text: string): string[] => {
  const found = unifySpelling(fold(text)).match(runs) ?? [];
  return unspaced.test(text) ? found.flatMap((run) => (unspaced.test(run) ? wordsOfRun(run) : [run])) : found;
};

/** A parsed search. One without words finds nothing. */
export interface Search {
  /** Each once: the index knows the words of a title, but not how often they occur in it. */
  words: string[];
  /** The word typed last may be unfinished. */
  isLastPrefix: boolean;
  titleOnly: boolean;
  /** The text without `title:`, to compare with whole names. */
  text: string;
}

/** Undefined if there is no text. */
export const parseSearch = (typed: string): Search | undefined => {
  const cut = typed.slice(0, maxSearchLength).trim();
  const titleOnly = isTitleSearch(cut);
  const text = withoutTitlePrefix(cut).trim();
  const all = wordsOf(text);
  const words = [...new Set(all)].slice(0, maxWords);
  return text === '' ? undefined : { words, isLastPrefix: words.at(-1) === all.at(-1), titleOnly, text };
};
