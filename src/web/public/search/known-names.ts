import type { Suggestion } from '#contract/search.ts';
import { fold } from '#contract/values/fold.ts';
import { performerNameOf, type Spellings, tagNameOf } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';

/** Hyphens are spaces: a name is found by its words and by its slug. */
export const comparable = (text: string) => fold(text).replaceAll('-', ' ').trim();

/** A tag or performer that the box suggests without a request. */
export interface KnownName {
  suggestion: Suggestion;
  /** Its name and, where that has other words, its slug. */
  comparable: string[];
}

const knownName = (type: 'tag' | 'star', text: string, name: string): KnownName => ({
  suggestion: { type, text: name, slug: slugOf(text) },
  comparable: [...new Set([comparable(name), comparable(text)])],
});

export const knownTags = (tags: string[], spellings?: Spellings) =>
  tags.map((tag) => knownName('tag', tag.trim(), tagNameOf(tag.trim(), spellings)));

export const knownPerformers = (names: string[], spellings?: Spellings) =>
  names.map((name) => knownName('star', name.trim(), performerNameOf(name.trim(), spellings)));
