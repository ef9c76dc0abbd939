const marks = /\p{M}+/gu;
const runs = /[\p{L}\p{N}]+/gu;
const beyondAscii = /[^ -~]/;

const maxTextLength = 2_000;
const maxWords = 200;

/** The text as search compares it: without case, accents and compatibility forms. */
export const fold = (text: string): string =>
  beyondAscii.test(text) ? text.normalize('NFKD').toLowerCase().replace(marks, '') : text.toLowerCase();

/** The words of a text: runs of letters and digits in any script. */
export const wordsOf = (text: string): string[] => fold(text).match(runs) ?? [];

/** What a visitor looks for. The last word stands for every word that begins with it. */
export interface Search {
  words: string[];
  titleOnly: boolean;
  /** The text without its prefix, for comparison with whole names. */
  text: string;
}

/** Undefined where the text holds no word at all: then nothing is searched for. */
export const parseSearch = (typed: string): Search | undefined => {
  const cut = typed.slice(0, maxTextLength).trim();
  const titleOnly = /^title:/i.test(cut);
  const text = titleOnly ? cut.slice('title:'.length).trim() : cut;
  const words = wordsOf(text).slice(0, maxWords);
  return words.length > 0 ? { words, titleOnly, text } : undefined;
};
