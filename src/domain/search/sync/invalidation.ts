import { type Catalogue, termOf } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import type { NameKind, NameTerm, Term } from '../index/terms.ts';

/** What a change made stale. Anything derived from it has to be read or rendered again. */
export interface Invalidation {
  /** Ids of videos that were added, edited, deleted or restored. */
  videos: Set<number>;
  /** Ids of `videos` that are no longer published. */
  removed: Set<number>;
  /** Sort orders changed: a video was added, or its title, length, publication time or views changed. */
  reordered: boolean;
  /** Lists whose videos or order changed: `all`, `tag:…`, `performer:…`, `category:…`. */
  lists: Set<string>;
  /** Lists whose facets changed, because one of their videos has other tags, performers, category or length. */
  facets: Set<string>;
  /** Old and new slugs and aliases of added, removed and changed tags and performers: `tag:…`, `performer:…`. */
  names: Set<string>;
  /** A tag or performer has a new slug or spelling, which affects all of its videos. */
  renamed: boolean;
  partners: boolean;
  settings: boolean;
  /** Lists whose texts changed: `tag:…`, `performer:…`, `category:…`, `list:…`. */
  listTexts: Set<string>;
  synonyms: boolean;
  searchRedirects: boolean;
}

/** Gets `everything` if the individual changes are unknown, as after a rebuild. */
export type ChangeListener = (invalidation: Invalidation | 'everything') => void;

export const emptyInvalidation = (): Invalidation => ({
  videos: new Set(),
  removed: new Set(),
  reordered: false,
  lists: new Set(),
  facets: new Set(),
  names: new Set(),
  renamed: false,
  partners: false,
  settings: false,
  listTexts: new Set(),
  synonyms: false,
  searchRedirects: false,
});

interface Position {
  publishedAt: number;
  minutes: number;
  views: number;
  terms: Set<number>;
}

const positionOf = ({ ordinals, columns }: Catalogue, id: number): Position | undefined => {
  const ordinal = ordinals.get(id);
  if (ordinal === undefined) return undefined;
  return {
    publishedAt: columns.publishedAt[ordinal] as number,
    minutes: columns.minutes[ordinal] as number,
    views: columns.views[ordinal] as number,
    terms: new Set(termsAt(columns, ordinal)),
  };
};

/** Records the positions of videos before a change, for `invalidateVideos`. */
export const positionsOf = (catalogue: Catalogue, ids: readonly number[]): Map<number, Position | undefined> =>
  new Map(ids.map((id) => [id, positionOf(catalogue, id)]));

const isName = (term: Term): term is NameTerm => term.kind === 'tag' || term.kind === 'performer';

/** Whether facets count the term. */
const isCounted = ({ kind }: Term) => kind !== 'word' && kind !== 'trait';

/** The key of the term's list, if it has a page. */
const listOf = (term: Term): string | undefined => {
  if (term.kind === 'category') return `category:${term.category}`;
  return isName(term) ? `${term.kind}:${term.slug}` : undefined;
};

const invalidateList = (invalidation: Invalidation, catalogue: Catalogue, termId: number, changedVideos: number) => {
  const term = termOf(catalogue, termId);
  const key = listOf(term);
  if (key === undefined) return;
  invalidation.lists.add(key);
  // With no other videos, the name may have just come into use or gone out of use.
  if (isName(term) && term.videos.size <= changedVideos) invalidation.names.add(key);
};

/** Invalidates the facets of all lists that contain the video. */
const invalidateFacets = (invalidation: Invalidation, catalogue: Catalogue, terms: ReadonlySet<number>) => {
  invalidation.facets.add('all');
  for (const id of terms) {
    const list = listOf(termOf(catalogue, id));
    if (list !== undefined) invalidation.facets.add(list);
  }
};

/** Compares videos with their positions before the change. Edits that don't move a video don't invalidate lists. */
export const invalidateVideos = (
  invalidation: Invalidation,
  catalogue: Catalogue,
  before: ReadonlyMap<number, Position | undefined>,
): void => {
  const noTerms = new Set<number>();
  for (const [id, oldPosition] of before) {
    invalidation.videos.add(id);
    const newPosition = positionOf(catalogue, id);
    if (!newPosition) invalidation.removed.add(id);
    const moved = oldPosition?.publishedAt !== newPosition?.publishedAt;
    if (moved) invalidation.lists.add('all');
    const isElsewhere =
      moved || oldPosition?.minutes !== newPosition?.minutes || oldPosition?.views !== newPosition?.views;
    if (newPosition && isElsewhere) invalidation.reordered = true;
    const oldTerms = oldPosition?.terms ?? noTerms;
    const newTerms = newPosition?.terms ?? noTerms;
    const changedTerms = oldTerms.symmetricDifference(newTerms);
    for (const term of moved ? oldTerms.union(newTerms) : changedTerms)
      invalidateList(invalidation, catalogue, term, before.size);
    const isCountedElsewhere = [...changedTerms].some((term) => isCounted(termOf(catalogue, term)));
    if (isCountedElsewhere || oldPosition?.minutes !== newPosition?.minutes)
      invalidateFacets(invalidation, catalogue, oldTerms.union(newTerms));
  }
};

/** Converts the keys of the change log, which have ids of tags and performers, to keys with slugs. */
export const invalidateListTexts = (
  invalidation: Invalidation,
  { terms }: Catalogue,
  lists: readonly string[],
): void => {
  for (const list of lists) {
    const [kind, id] = list.split(':');
    const name = kind === 'tag' || kind === 'performer' ? terms[kind].byKey.get(Number(id)) : undefined;
    invalidation.listTexts.add(name ? `${kind}:${name.slug}` : list);
  }
};

/** Adds the current slugs of tags or performers. Call it before and after a change, to include old and new slugs. */
export const invalidateNames = (
  invalidation: Invalidation,
  { terms }: Catalogue,
  kind: NameKind,
  keys: readonly number[],
): void => {
  for (const key of keys) {
    const name = terms[kind].byKey.get(key);
    if (!name) continue;
    for (const { slug } of [name, ...name.aliases]) invalidation.names.add(`${kind}:${slug}`);
  }
};

/** Caches a value until a change affects it. */
export const memoizeUntilChanged = <T>(
  index: { onChange: (listener: ChangeListener) => void },
  affects: (invalidation: Invalidation) => boolean,
  load: () => Promise<T>,
): (() => Promise<T>) => {
  let cached: Promise<T> | undefined;
  index.onChange((invalidation) => {
    if (invalidation === 'everything' || affects(invalidation)) cached = undefined;
  });
  return () => {
    if (cached) return cached;
    const loading = load();
    cached = loading;
    // Don't cache failures.
    loading.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading;
  };
};
