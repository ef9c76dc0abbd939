import { suggestionLimits } from '#contract/values/lists.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { type NameKind, type NameTerm, type WordTerm, wordsOfName } from '../index/terms.ts';
import { nearDistance, nearPrefixDistance, nearPrefixes, wordsWithPrefix } from '../index/vocabulary.ts';
import { parseSearch, wordsOf } from '../index/words.ts';
import { namesContaining, namesStartingWith, toNeedle } from './name-haystack.ts';

/** No names are longer. */
const maxNameWords = 8;

/** Number of typos per name. */
type Errors = Map<NameTerm, number>;

const addNames = (found: Errors, kind: NameKind, { names }: WordTerm, errors: number) => {
  for (const name of names ?? [])
    if (name.kind === kind && !name.videos.isEmpty) found.set(name, Math.min(errors, found.get(name) ?? errors));
};

const isNamed = ({ names }: WordTerm) => names !== undefined && names.size > 0;

/** Similar words that occur in names. Cached, because tags and performers both need them. */
const namedWordsLike = (catalogue: Catalogue, word: string) =>
  catalogue.queryCache.value(
    `named words like ${word}`,
    () => nearPrefixes(catalogue, word, isNamed),
    ({ length }) => length * 32,
  );

/** Names with a word that starts with this one or, if there are none, is similar to it, or starts similarly. */
const namesLike = (catalogue: Catalogue, kind: NameKind, word: string): Errors => {
  const found: Errors = new Map();
  for (const term of wordsWithPrefix(catalogue, word)) addNames(found, kind, term, 0);
  if (found.size > 0) return found;
  for (const { term, distance } of catalogue.terms.nearWords.of(word)) addNames(found, kind, term, distance);
  if (found.size > 0) return found;
  for (const { term, distance } of namedWordsLike(catalogue, word)) addNames(found, kind, term, distance);
  return found;
};

const errorsBetween = (typed: string, word: string): number =>
  word.startsWith(typed)
    ? 0
    : (nearDistance(typed, word) ?? nearPrefixDistance(typed, word) ?? Number.POSITIVE_INFINITY);

/** Filters the names by a further word, and adds its typos. */
const withWord = (names: Errors, typed: string): Errors => {
  const found: Errors = new Map();
  for (const [name, errors] of names) {
    const fewest = Math.min(...wordsOfName(name).map((word) => errorsBetween(typed, word)));
    if (Number.isFinite(fewest)) found.set(name, errors + fewest);
  }
  return found;
};

/** Names that a misspelt text may stand for: fewest typos first, then most used first. */
const correctedNames = (catalogue: Catalogue, kind: NameKind, typed: string, max: number): NameTerm[] => {
  const words = wordsOf(typed);
  if (words.length > maxNameWords) return [];
  // Start with the longest word, which the fewest names have.
  const [longest, ...others] = words.sort((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const found = others.reduce(withWord, namesLike(catalogue, kind, longest));
  return [...found]
    .map(([name, errors]) => ({ name, errors }))
    .sort(
      (a, b) => a.errors - b.errors || b.name.videos.size - a.name.videos.size || (a.name.slug < b.name.slug ? -1 : 1),
    )
    .slice(0, max)
    .map(({ name }) => name);
};

interface Suggestion {
  slug: string;
  name: string;
}

export interface NameSuggestions {
  tags: Suggestion[];
  performers: Suggestion[];
}

const toSuggestion = ({ slug, name }: NameTerm): Suggestion => ({ slug, name });

const findSuggestions = (catalogue: Catalogue, needle: string): NameSuggestions => {
  const suggestNames = (find: typeof namesContaining): NameSuggestions => {
    const suggestKind = (kind: NameKind) => find(catalogue, kind, needle, suggestionLimits.perKind).map(toSuggestion);
    return { tags: suggestKind('tag'), performers: suggestKind('performer') };
  };
  const containing = suggestNames(namesContaining);
  const isEmpty = containing.tags.length + containing.performers.length === 0;
  return isEmpty ? suggestNames(correctedNames) : containing;
};

/** Suggestions for such short texts are cached, because thousands of names match. */
const maxCachedLetters = 2;

/**
 * Used tags and performers whose name or slug contains the text: those with a word that starts with it first, then most
 * used first. If there are none, corrects the text.
 */
export const suggest = (catalogue: Catalogue, typed: string): NameSuggestions => {
  const needle = toNeedle(typed);
  if (needle === '') return { tags: [], performers: [] };
  const find = () => findSuggestions(catalogue, needle);
  return needle.length > maxCachedLetters ? find() : catalogue.queryCache.value(`suggest ${needle}`, find);
};

/** Later words of a long search are rarely part of a name. */
const maxSearchWords = 8;
/** Names that start with fewer letters are rarely what was searched for. */
const minPrefixLetters = 3;

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
  // Only the last word may be unfinished.
  const last = words.at(-1) ?? '';
  const completed = last.length >= minPrefixLetters ? namesStartingWith(catalogue, kind, last, max) : [];
  return [...new Set([...whole, ...named, ...completed])].slice(0, max);
};

/** Tags and performers that are named in a search: by its whole text first, then by parts of it. */
export const namesInSearch = (catalogue: Catalogue, typed: string): NameSuggestions => {
  const search = parseSearch(typed);
  if (!search || search.words.length === 0) return { tags: [], performers: [] };
  const words = search.words.slice(0, maxSearchWords);
  return {
    tags: namesOf(catalogue, 'tag', search.text, words).map(toSuggestion),
    performers: namesOf(catalogue, 'performer', search.text, words).map(toSuggestion),
  };
};
