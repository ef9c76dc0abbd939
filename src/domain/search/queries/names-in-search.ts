import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
import { parseSearch } from '../index/text.ts';
import { namesStartingWith, toNeedle } from './name-haystack.ts';
import { type NameSuggestions, toSuggestion } from './suggest.ts';

/** Later words of a long search rarely name anything. */
const maxWords = 8;
/** Names that begin with fewer letters have nothing to do with the search. */
const minLetters = 3;

/** Runs of neighbouring words, longest first. */
const runsOf = (words: string[]): string[] =>
  words.flatMap((_, shorter) =>
    Array.from({ length: shorter + 1 }, (_, at) => words.slice(at, at + words.length - shorter).join(' ')),
  );

const namesOf = (catalogue: Catalogue, kind: NameKind, text: string, words: string[]): NameTerm[] => {
  const max = suggestionLimits.perKind;
  const whole = namesStartingWith(catalogue, kind, toNeedle(text), max);
  const named = runsOf(words).flatMap((run) =>
    [...(catalogue.terms[kind].byWords.get(run) ?? [])].filter((term) => !term.videos.isEmpty),
  );
  // Only the word typed last may be unfinished.
  const last = words.at(-1) ?? '';
  const begun = last.length >= minLetters ? namesStartingWith(catalogue, kind, last, max) : [];
  return [...new Set([...whole, ...named, ...begun])].slice(0, max);
};

/** Tags and performers that a search names: by its whole text, then by words of it. */
export const namesInSearch = (catalogue: Catalogue, typed: string): NameSuggestions => {
  const search = parseSearch(typed);
  if (!search || search.words.length === 0) return { tags: [], performers: [] };
  const words = search.words.slice(0, maxWords);
  return {
    tags: namesOf(catalogue, 'tag', search.text, words).map(toSuggestion),
    performers: namesOf(catalogue, 'performer', search.text, words).map(toSuggestion),
  };
};
