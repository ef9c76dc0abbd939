import { fold } from '#contract/values/fold.ts';
import { isTitleSearch, withoutTitlePrefix } from '#contract/values/title-search.ts';

const runs = /[\p{L}\p{N}\p{M}]+/gu;

const maxTextLength = 2_000;
const maxWords = 200;

/** Splits text into words: runs of letters and digits in any script. */
export const wordsOf = (text: string): string[] => fold(text).match(runs) ?? [];

/** A parsed search. The last word is a prefix. One without words finds nothing. */
export interface Search {
  words: string[];
  titleOnly: boolean;
  /** The text without `title:`, to compare with whole names. */
  text: string;
}

/** Undefined if there is no text. */
export const parseSearch = (typed: string): Search | undefined => {
  const cut = typed.slice(0, maxTextLength).trim();
  const titleOnly = isTitleSearch(cut);
  const text = withoutTitlePrefix(cut).trim();
  const words = wordsOf(text).slice(0, maxWords);
  return text === '' ? undefined : { words, titleOnly, text };
};
