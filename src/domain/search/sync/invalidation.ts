import type { Catalogue } from '../index/catalogue.ts';
import { termOf } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import type { NameKind } from '../index/terms.ts';

/** What a change touched: whatever was made out of any of this is out of date. */
export interface Invalidation {
  /** Added, edited, deleted or restored. */
  videos: Set<number>;
  /** Lists with other videos than before, or in another order: `all`, `tag:…`, `performer:…`, `category:…`. */
  lists: Set<string>;
  /** Tags and performers that came, went or are described otherwise: `tag:…`, `performer:…`, before and after. */
  names: Set<string>;
  /** A tag or performer took another slug, which all of its videos show. */
  renamed: boolean;
  /** The partners of the site, and its settings. */
  partners: boolean;
  settings: boolean;
}

export const emptyInvalidation = (): Invalidation => ({
  videos: new Set(),
  lists: new Set(),
  names: new Set(),
  renamed: false,
  partners: false,
  settings: false,
});

interface Place {
  publishedAt: number;
  terms: Set<number>;
}

const placeOf = ({ ordinals, columns }: Catalogue, id: number): Place | undefined => {
  const ordinal = ordinals.get(id);
  if (ordinal === undefined) return undefined;
  return { publishedAt: columns.publishedAt[ordinal] as number, terms: new Set(termsAt(columns, ordinal)) };
};

/** Where videos stand before a change. */
export const positionsOf = (catalogue: Catalogue, ids: readonly number[]): Map<number, Place | undefined> =>
  new Map(ids.map((id) => [id, placeOf(catalogue, id)]));

const invalidateList = (touched: Invalidation, catalogue: Catalogue, number: number, changed: number) => {
  const term = termOf(catalogue, number);
  if (term.kind === 'word') return;
  const key = `${term.kind}:${term.kind === 'category' ? term.category : term.slug}`;
  touched.lists.add(key);
  // With no more videos than changed at once, it may be one that has just come, or gone.
  if (term.kind !== 'category' && term.videos.size <= changed) touched.names.add(key);
};

/** Notes what became of videos that stood there before: an edit that moves none leaves the lists alone. */
export const invalidateVideos = (
  touched: Invalidation,
  catalogue: Catalogue,
  before: ReadonlyMap<number, Place | undefined>,
): void => {
  for (const [id, was] of before) {
    touched.videos.add(id);
    const is = placeOf(catalogue, id);
    const moved = was?.publishedAt !== is?.publishedAt;
    if (moved) touched.lists.add('all');
    const [old, present] = [was?.terms ?? new Set<number>(), is?.terms ?? new Set<number>()];
    for (const term of moved ? old.union(present) : old.symmetricDifference(present))
      invalidateList(touched, catalogue, term, before.size);
  }
};

/** Notes by what slugs these tags or performers go at the moment. */
export const invalidateNames = (
  touched: Invalidation,
  { terms }: Catalogue,
  kind: NameKind,
  keys: readonly number[],
): void => {
  for (const key of keys) {
    const name = terms[kind].byKey.get(key);
    if (name) touched.names.add(`${kind}:${name.slug}`);
  }
};
