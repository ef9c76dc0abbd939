import type { Catalogue } from '../index/catalogue.ts';
import { type Alternatives, maxSizeOf } from './alternatives.ts';
import { byReplacement, type Replacement } from './replacements.ts';
import { asTyped, type SearchedWord } from './word-matches.ts';

/** A word of a search with what it may stand for. */
export interface CorrectedWord {
  searched: SearchedWord;
  /** What it is found by as typed, with one error and with two. */
  byErrors: Alternatives[];
  replacements: Replacement[];
}

export const correctedWord = (
  catalogue: Catalogue,
  searched: SearchedWord,
  replacements: Replacement[],
  key: string,
): CorrectedWord => {
  const withErrors = (errors: number) =>
    byReplacement(
      catalogue,
      `${errors} errors ${key}`,
      replacements.filter((replacement) => replacement.errors === errors),
      searched.titleOnly,
    );
  return {
    searched,
    byErrors: [asTyped(catalogue, searched), ...(replacements.length > 0 ? [withErrors(1), withErrors(2)] : [])],
    replacements,
  };
};

/** Videos that are found in several ways count several times. */
export const maxVideosOf = ({ byErrors }: CorrectedWord) => byErrors.reduce((sum, found) => sum + maxSizeOf(found), 0);
