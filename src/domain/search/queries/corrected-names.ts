import type { Catalogue } from '../index/catalogue.ts';
import { nearDistance } from '../index/near-words.ts';
import { type NameKind, type NameTerm, type WordTerm, wordsOfName } from '../index/terms.ts';
import { wordsOf } from '../index/text.ts';
import { nearPrefixDistance, nearPrefixes } from './near-prefixes.ts';
import { wordsWithPrefix } from './word-matches.ts';

/** A longer text is no name. */
const maxWords = 8;

/** Names by how many letters of a word they differ in. */
type Errors = Map<NameTerm, number>;

const addNames = (found: Errors, kind: NameKind, { names }: WordTerm, errors: number) => {
  for (const name of names ?? [])
    if (name.kind === kind && !name.videos.isEmpty) found.set(name, Math.min(errors, found.get(name) ?? errors));
};

const isNamed = ({ names }: WordTerm) => names !== undefined && names.size > 0;

/** For tags and performers together. */
const namedWordsLike = (catalogue: Catalogue, word: string) =>
  catalogue.queryCache.value(
    `named words like ${word}`,
    () => nearPrefixes(catalogue, word, isNamed),
    ({ length }) => length * 32,
  );

/**
 * Names with a word that begins like this one or, where there is none, with one that is spelt nearly like it, or begins nearly
 * like it.
 */
const namesLike = (catalogue: Catalogue, kind: NameKind, word: string): Errors => {
  const found: Errors = new Map();
  for (const begun of wordsWithPrefix(catalogue, word)) addNames(found, kind, begun, 0);
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

/** Those of the names that have a word like this one too. */
const withWord = (names: Errors, typed: string): Errors => {
  const found: Errors = new Map();
  for (const [name, errors] of names) {
    const fewest = Math.min(...wordsOfName(name).map((word) => errorsBetween(typed, word)));
    if (Number.isFinite(fewest)) found.set(name, errors + fewest);
  }
  return found;
};

const longestFirst = (one: string, other: string) => other.length - one.length;

/** Names that a misspelt text may stand for: those with the fewest errors first, then most used first. */
export const correctedNames = (catalogue: Catalogue, kind: NameKind, typed: string, max: number): NameTerm[] => {
  const words = wordsOf(typed);
  if (words.length > maxWords) return [];
  // Few names have a long word: only in these are the others looked for.
  const [longest, ...others] = words.sort(longestFirst);
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
