import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
import { correctedNames } from './corrected-names.ts';
import { namesContaining, toNeedle } from './name-haystack.ts';

export interface Suggestion {
  slug: string;
  name: string;
}

export interface NameSuggestions {
  tags: Suggestion[];
  performers: Suggestion[];
}

export const toSuggestion = ({ slug, name }: NameTerm): Suggestion => ({ slug, name });

const findSuggestions = (catalogue: Catalogue, needle: string): NameSuggestions => {
  const suggestNames = (find: typeof namesContaining): NameSuggestions => {
    const suggestKind = (kind: NameKind) => find(catalogue, kind, needle, suggestionLimits.perKind).map(toSuggestion);
    return { tags: suggestKind('tag'), performers: suggestKind('performer') };
  };
  const containing = suggestNames(namesContaining);
  const isEmpty = containing.tags.length + containing.performers.length === 0;
  return isEmpty ? suggestNames(correctedNames) : containing;
};

/** Thousands of names begin with so few letters. */
const fewLetters = 2;

/**
 * Tags and performers in use whose name or slug contains the text: at the start of a word first, then most used first.
 * If there are none, the text may be misspelt.
 */
export const suggest = (catalogue: Catalogue, typed: string): NameSuggestions => {
  const needle = toNeedle(typed);
  if (needle === '') return { tags: [], performers: [] };
  const find = () => findSuggestions(catalogue, needle);
  return needle.length > fewLetters ? find() : catalogue.queryCache.value(`suggest ${needle}`, find);
};
