import { RoaringBitmap32 } from 'roaring-wasm';
import type { Hidden } from '#contract/values/lists.ts';
import { slugOf } from '#contract/values/names.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { takeLargest } from '../index/sorting.ts';
import type { Term } from '../index/terms.ts';
import { wordsOf } from '../index/words.ts';
import { withoutHidden } from './matching.ts';

export interface RelatedQuery {
  search: string;
  /** Id of the video to exclude. */
  exclude?: number;
  /** What the visitor has hidden. */
  hidden?: Hidden | undefined;
  page: number;
  limit: number;
}

export const maxRelated = 240;

/**
 * Hundreds of thousands of videos can share a common term, so only the newest videos of each term are candidates, and
 * common terms are skipped once rarer ones provide enough candidates. Below these limits, the result is exact.
 */
const maxPerTerm = 1_000;
const enoughCandidates = 1_000;

const maxTextLength = 2_000;
const maxNameWords = 8;

/** Finds the longest name that starts at this word. Names of several words may be written with spaces. */
const nameAt = ({ terms }: Catalogue, slugs: string[], at: number) => {
  for (let length = Math.min(maxNameWords, slugs.length - at); length > 0; length--) {
    const slug = slugs.slice(at, at + length).join('-');
    const found = [terms.tag.bySlug.get(slug), terms.performer.bySlug.get(slug)].filter((term) => term !== undefined);
    if (found.length > 0) return { found, length };
  }
  return undefined;
};

/** Splits the text into names of tags and performers, and words of titles. */
const termsOf = (catalogue: Catalogue, text: string): Set<Term> => {
  const parts = text.split(/\s+/).filter(Boolean);
  const slugs = parts.map(slugOf);
  const found = new Set<Term>();
  for (let at = 0; at < parts.length; ) {
    const name = nameAt(catalogue, slugs, at);
    for (const term of name?.found ?? []) found.add(term);
    if (!name) {
      for (const word of wordsOf(parts[at] as string)) {
        const term = catalogue.terms.words.get(word);
        if (term) found.add(term);
      }
    }
    at += name?.length ?? 1;
  }
  return found;
};

/** Inverse document frequency, as an integer so that sums don't depend on the order of addition. */
const weightOf = (videos: number, catalogueSize: number) => Math.round(1_000 * Math.log(1 + catalogueSize / videos));

/** The union of two ascending lists of ordinals. */
const mergeSorted = (one: Uint32Array, other: Uint32Array): Uint32Array => {
  const merged = new Uint32Array(one.length + other.length);
  let used = 0;
  let at = 0;
  for (let otherAt = 0; otherAt < other.length; otherAt++) {
    const ordinal = other[otherAt] as number;
    while (at < one.length && (one[at] as number) < ordinal) merged[used++] = one[at++] as number;
    if (one[at] === ordinal) at++;
    merged[used++] = ordinal;
  }
  while (at < one.length) merged[used++] = one[at++] as number;
  return merged.subarray(0, used);
};

const commonOrdinals = (one: RoaringBitmap32, other: RoaringBitmap32): Uint32Array => {
  const common = RoaringBitmap32.and(one, other);
  const ordinals = common.toUint32Array();
  common.dispose();
  return ordinals;
};

const maxOrdinal = 2 ** 32;

/**
 * Ordinals by total weight of the shared terms, best first, then newest first. Iterates over the terms rather than over
 * the candidates, whose terms are scattered in memory.
 */
const bestOrdinals = ({ live }: Catalogue, terms: Term[]): number[] => {
  const rarestFirst = terms.filter((term) => term.videos.size > 0).sort((a, b) => a.videos.size - b.videos.size);
  const newest: Uint32Array[] = [];
  let ordinals: Uint32Array = new Uint32Array(0);
  for (const { videos } of rarestFirst) {
    if (ordinals.length >= enoughCandidates) break;
    const added = videos.sliceUint32Array(Math.max(0, videos.size - maxPerTerm), videos.size);
    newest.push(added);
    ordinals = ordinals.length === 0 ? added : mergeSorted(ordinals, added);
  }
  const candidates = new RoaringBitmap32(ordinals);
  const ranked = new Float64Array(ordinals);
  for (const [place, { videos }] of rarestFirst.entries()) {
    const weight = weightOf(videos.size, live.size) * maxOrdinal;
    const all = newest[place];
    const sharing = all?.length === videos.size ? all : commonOrdinals(candidates, videos);
    for (let at = 0, candidate = 0; at < sharing.length; at++, candidate++) {
      while ((ordinals[candidate] as number) < (sharing[at] as number)) candidate++;
      ranked[candidate] = (ranked[candidate] as number) + weight;
    }
  }
  candidates.dispose();
  return Array.from(takeLargest(ranked, maxRelated + 1), (key) => key % maxOrdinal);
};

export const findRelated = (catalogue: Catalogue, query: RelatedQuery): { ids: number[]; total: number } => {
  const text = query.search.slice(0, maxTextLength);
  const best = catalogue.queryCache.value(`related ${text}`, () =>
    bestOrdinals(catalogue, [...termsOf(catalogue, text)]),
  );
  const visible = query.hidden && withoutHidden(catalogue, query.hidden);
  const ids = best
    .filter((ordinal) => visible?.has(ordinal) ?? true)
    .map((ordinal) => catalogue.columns.ids[ordinal] as number)
    .filter((id) => id !== query.exclude)
    .slice(0, maxRelated);
  const offset = (query.page - 1) * query.limit;
  return { ids: ids.slice(offset, offset + query.limit), total: ids.length };
};
