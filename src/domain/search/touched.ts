import type { Catalogue } from './catalogue.ts';
import { termOf } from './catalogue.ts';
import { termsAt } from './columns.ts';
import type { NameKind } from './terms.ts';

/** What a change touched, before it and after: whatever was made out of any of this is out of date. */
export interface Touched {
  videos: Set<number>;
  /** Slugs of those that have other videos than before, or another name. */
  tag: Set<string>;
  performer: Set<string>;
  category: Set<string>;
  /** A tag or performer took another slug, which all of its videos show. */
  renamed: boolean;
  /** The partners of the site, and its settings. */
  partners: boolean;
  settings: boolean;
}

export const newTouched = (): Touched => ({
  videos: new Set(),
  tag: new Set(),
  performer: new Set(),
  category: new Set(),
  renamed: false,
  partners: false,
  settings: false,
});

/** Notes what these videos are listed under at the moment. */
export const touchVideos = (touched: Touched, catalogue: Catalogue, ids: readonly number[]): void => {
  for (const id of ids) {
    touched.videos.add(id);
    const ordinal = catalogue.ordinals.get(id);
    if (ordinal === undefined) continue;
    for (const number of termsAt(catalogue.columns, ordinal)) {
      const term = termOf(catalogue, number);
      if (term.kind === 'category') touched.category.add(term.category);
      else if (term.kind !== 'word') touched[term.kind].add(term.slug);
    }
  }
};

/** Notes by what slugs these tags or performers go at the moment. */
export const touchNames = (touched: Touched, { terms }: Catalogue, kind: NameKind, keys: readonly number[]): void => {
  for (const key of keys) {
    const name = terms[kind].byKey.get(key);
    if (name) touched[kind].add(name.slug);
  }
};
