import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
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

/** Tags and performers in use whose name or slug contains the text: at the start of a word first, then most used first. */
export const suggest = (catalogue: Catalogue, typed: string): NameSuggestions => {
  const needle = toNeedle(typed);
  if (needle === '') return { tags: [], performers: [] };
  const suggestNames = (kind: NameKind) =>
    namesContaining(catalogue, kind, needle, suggestionLimits.perKind).map(toSuggestion);
  return { tags: suggestNames('tag'), performers: suggestNames('performer') };
};
