import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm, WordTerm } from '../index/terms.ts';
import { wordsOf } from '../index/text.ts';
import { nearPrefixes } from './near-prefixes.ts';
import { wordsWithPrefix } from './word-matches.ts';

/** A longer text is no name. */
const maxWords = 8;

/** Names by how many letters of a word they differ in. */
type Distances = Map<NameTerm, number>;

const addNames = (distances: Distances, kind: NameKind, { names }: WordTerm, distance: number) => {
  for (const name of names ?? [])
    if (name.kind === kind && !name.videos.isEmpty)
      distances.set(name, Math.min(distance, distances.get(name) ?? distance));
};

/**
 * Names with a word that begins like this one or, where there is none, with one that is spelt nearly like it, or begins nearly
 * like it.
 */
const namesLike = (catalogue: Catalogue, kind: NameKind, word: string): Distances => {
  const found: Distances = new Map();
  for (const begun of wordsWithPrefix(catalogue, word)) addNames(found, kind, begun, 0);
  if (found.size > 0) return found;
  for (const { term, distance } of catalogue.terms.nearWords.of(word)) addNames(found, kind, term, distance);
  if (found.size > 0) return found;
  for (const { term, distance } of nearPrefixes(catalogue, word)) addNames(found, kind, term, distance);
  return found;
};

/** Names that a misspelt text may stand for: those with the fewest errors first, then most used first. */
export const correctedNames = (catalogue: Catalogue, kind: NameKind, typed: string, max: number): NameTerm[] => {
  const words = wordsOf(typed);
  if (words.length === 0 || words.length > maxWords) return [];
  const [first, ...others] = words.map((word) => namesLike(catalogue, kind, word));
  const errorsOf = (name: NameTerm, distance: number) =>
    others.reduce((sum, names) => sum + (names.get(name) ?? Number.POSITIVE_INFINITY), distance);
  return [...(first ?? [])]
    .map(([name, distance]) => ({ name, errors: errorsOf(name, distance) }))
    .filter(({ errors }) => Number.isFinite(errors))
    .sort(
      (a, b) => a.errors - b.errors || b.name.videos.size - a.name.videos.size || (a.name.slug < b.name.slug ? -1 : 1),
    )
    .slice(0, max)
    .map(({ name }) => name);
};
