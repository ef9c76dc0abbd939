import { RoaringBitmap32 } from 'roaring-wasm';
import { slugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Term } from '../index/terms.ts';
import { wordsOf } from '../index/text.ts';

export interface RelatedQuery {
  search: string;
  /** Id of the video to exclude. */
  exclude?: number;
  page: number;
  limit: number;
}

export const maxRelated = 240;

/**
 * Hundreds of thousands of videos can share a common term. Only the newest ones of each term are candidates, and once
 * rare terms provide enough candidates, more common terms are skipped. Below these limits the result is exact.
 */
const maxPerTerm = 2_000;
const enoughCandidates = 2_000;

const maxTextLength = 2_000;
const maxNameWords = 8;

/** Finds the longest name that starts here. Names of several words may be written with spaces. */
const nameAt = ({ terms }: Catalogue, parts: string[], at: number) => {
  for (let length = Math.min(maxNameWords, parts.length - at); length > 0; length--) {
    const slug = slugOf(parts.slice(at, at + length).join(' '));
    const found = [terms.tag.bySlug.get(slug), terms.performer.bySlug.get(slug)].filter((term) => term !== undefined);
    if (found.length > 0) return { found, length };
  }
  return undefined;
};

/** Parts of the text that are names of tags or performers, and other parts as title words. */
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

/** Inverse document frequency, as an integer so that sums don't depend on their order. */
const weightOf = (videos: number, catalogueSize: number) => Math.round(1_000 * Math.log(1 + catalogueSize / videos));

const gatherCandidates = (rarestFirst: Term[]): Uint32Array => {
  const candidates = new RoaringBitmap32();
  for (const { videos } of rarestFirst) {
    candidates.addMany(videos.sliceUint32Array(Math.max(0, videos.size - maxPerTerm), videos.size));
    if (candidates.size >= enoughCandidates) break;
  }
  const ordinals = candidates.toUint32Array();
  candidates.dispose();
  return ordinals;
};

const maxOrdinal = 2 ** 32;

/** Ordinals by total weight of the shared terms, best first; of equal ones, the newest first. */
const bestOrdinals = (catalogue: Catalogue, wanted: Term[]): number[] => {
  const rarestFirst = wanted.filter((term) => term.videos.size > 0).sort((a, b) => a.videos.size - b.videos.size);
  const weights = new Uint16Array(catalogue.terms.all.length);
  for (const { id, videos } of rarestFirst) weights[id] = weightOf(videos.size, catalogue.live.size);
  const { starts, lengths, links } = catalogue.columns;
  const candidates = gatherCandidates(rarestFirst);
  const ranked = new Float64Array(candidates.length);
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const ordinal = candidates[candidate] as number;
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number);
    let score = 0;
    for (let at = start; at < end; at++) score += weights[links[at] as number] as number;
    ranked[candidate] = score * maxOrdinal + ordinal;
  }
  return Array.from(ranked.sort().slice(-maxRelated - 1), (key) => key % maxOrdinal).reverse();
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
