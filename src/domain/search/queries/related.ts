import { RoaringBitmap32 } from 'roaring-wasm';
import { slugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Term } from '../index/terms.ts';
import { wordsOf } from '../index/text.ts';

export interface RelatedQuery {
  search: string;
  /** Id of a video to leave out. */
  exclude?: number;
  page: number;
  limit: number;
}

/** How many related videos there are at most. */
export const maxRelated = 240;

/**
 * Common terms are shared by hundreds of thousands: of each only the newest this many are looked at, and the more
 * common ones not at all once the rarer have brought enough together. Below these numbers the answer is exact.
 */
const newestOfTerm = 2_000;
const enoughCandidates = 2_000;

const maxTextLength = 2_000;
const maxNameWords = 8;

/** Names of several words may be written with spaces: the longest that is known counts. */
const nameAt = ({ terms }: Catalogue, parts: string[], at: number) => {
  for (let length = Math.min(maxNameWords, parts.length - at); length > 0; length--) {
    const slug = slugOf(parts.slice(at, at + length).join(' '));
    const found = [terms.tag.bySlug.get(slug), terms.performer.bySlug.get(slug)].filter((term) => term !== undefined);
    if (found.length > 0) return { found, length };
  }
  return undefined;
};

/** Tags and performers where the text names them, title words elsewhere. */
const termsOf = (catalogue: Catalogue, text: string): Set<Term> => {
  const parts = text.split(/\s+/).filter(Boolean);
  const found = new Set<Term>();
  for (let at = 0; at < parts.length; ) {
    const name = nameAt(catalogue, parts, at);
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

/** Whole numbers, so that sums do not depend on their order. */
const weightOf = (videos: number, catalogueSize: number) => Math.round(1_000 * Math.log(1 + catalogueSize / videos));

const gather = (rarestFirst: Term[]): Uint32Array => {
  const candidates = new RoaringBitmap32();
  for (const { videos } of rarestFirst) {
    candidates.addMany(videos.sliceUint32Array(Math.max(0, videos.size - newestOfTerm), videos.size));
    if (candidates.size >= enoughCandidates) break;
  }
  const ordinals = candidates.toUint32Array();
  candidates.dispose();
  return ordinals;
};

const ordinalRoom = 2 ** 32;

/** Ordinals of the best, by the weight of the terms they share, the newest first among equals. */
const bestOrdinals = (catalogue: Catalogue, wanted: Term[]): number[] => {
  const rarestFirst = wanted.filter((term) => term.videos.size > 0).sort((a, b) => a.videos.size - b.videos.size);
  const weights = new Uint16Array(catalogue.terms.all.length);
  for (const { id, videos } of rarestFirst) weights[id] = weightOf(videos.size, catalogue.live.size);
  const { starts, lengths, links } = catalogue.columns;
  const candidates = gather(rarestFirst);
  const ranked = new Float64Array(candidates.length);
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const ordinal = candidates[candidate] as number;
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number);
    let score = 0;
    for (let at = start; at < end; at++) score += weights[links[at] as number] as number;
    ranked[candidate] = score * ordinalRoom + ordinal;
  }
  return Array.from(ranked.sort().slice(-maxRelated - 1), (key) => key % ordinalRoom).reverse();
};

export const findRelated = (catalogue: Catalogue, query: RelatedQuery): { ids: number[]; total: number } => {
  const text = query.search.slice(0, maxTextLength);
  const best = catalogue.queryCache.value(`related ${text}`, () =>
    bestOrdinals(catalogue, [...termsOf(catalogue, text)]),
  );
  const ids = best
    .map((ordinal) => catalogue.columns.ids[ordinal] as number)
    .filter((id) => id !== query.exclude)
    .slice(0, maxRelated);
  const offset = (query.page - 1) * query.limit;
  return { ids: ids.slice(offset, offset + query.limit), total: ids.length };
};
