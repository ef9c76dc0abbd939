import { RoaringBitmap32 } from 'roaring-wasm';
import type { Columns } from './columns.ts';
import { countNames } from './name-counts.ts';
import { computeOrders, type Orders } from './orders.ts';
import type { Ordinals } from './ordinals.ts';
import { createQueryCache, type QueryCache } from './query-cache.ts';
import type { RecordFile } from './record-file.ts';
import { createShortPrefixes, type ShortPrefixes } from './short-prefixes.ts';
import { noSynonyms, type Synonyms } from './synonyms.ts';
import type { Term, Terms, WordTerm } from './terms.ts';
import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

/** The whole catalogue in memory, consistent with one point in the change log. */
export interface Catalogue {
  columns: Columns;
  terms: Terms;
  /** Ordinals of videos that are not deleted. */
  live: RoaringBitmap32;
  ordinals: Ordinals;
  orders: Orders;
  /** Ordinals whose terms have been written since the titles were sorted. */
  retitled: Set<number>;
  queryCache: QueryCache;
  shortPrefixes: ShortPrefixes;
  synonyms: Synonyms;
  records: RecordFile;
  /** Ids of videos whose records are missing: they are written again when changes are next applied. */
  missingRecords: Set<number>;
}

export const disposeCatalogue = (catalogue: Catalogue): void => {
  catalogue.queryCache.clear();
  catalogue.shortPrefixes.clear();
  catalogue.live.dispose();
  for (const term of catalogue.terms.all) term.videos.dispose();
  void catalogue.records.close();
};

/** Sorts one first letter at a time, because sorting the whole vocabulary would block the event loop. */
const sortVocabulary = async (terms: Terms, yieldToEventLoop: YieldToEventLoop) => {
  const byLetter = new Map<string, string[]>();
  for (const word of terms.words.keys()) {
    const letter = word.slice(0, 1);
    const words = byLetter.get(letter);
    if (words) words.push(word);
    else byLetter.set(letter, [word]);
  }
  const sorted: WordTerm[] = [];
  for (const letter of [...byLetter.keys()].sort()) {
    for (const word of (byLetter.get(letter) ?? []).sort()) sorted.push(terms.words.get(word) as WordTerm);
    await yieldToEventLoop();
  }
  terms.sorted = sorted;
};

/** Inverts the forward index with a counting sort: uses per term, then its ordinals, then its bitmap. */
const fillBitmaps = async (columns: Columns, terms: Terms, yieldToEventLoop: YieldToEventLoop) => {
  const { links, starts, lengths } = columns;
  const ends = new Uint32Array(terms.all.length + 1);
  for (let at = 0; at < columns.linksUsed; at++) {
    const term = links[at] as number;
    ends[term + 1] = (ends[term + 1] as number) + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  for (let term = 1; term < ends.length; term++) ends[term] = (ends[term] as number) + (ends[term - 1] as number);
  const ordinals = new Uint32Array(ends[terms.all.length] as number);
  const next = ends.slice();
  for (let ordinal = 0; ordinal < columns.size; ordinal++) {
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number);
    for (let at = start; at < end; at++) {
      const term = links[at] as number;
      const to = next[term] as number;
      ordinals[to] = ordinal;
      next[term] = to + 1;
    }
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
  }
  for (const [at, term] of terms.all.entries()) {
    const start = ends[at] as number;
    const end = ends[at + 1] as number;
    if (end > start) term.videos.addMany(ordinals.subarray(start, end)).optimize();
    if (end - start > 1_000 || at % 1_000 === 0) await yieldToEventLoop();
  }
};

/** Derives everything else from the columns, all of whose videos must be live and all of whose links in use. Synonyms are set by the caller. */
export const assembleCatalogue = async (
  columns: Columns,
  ordinals: Ordinals,
  terms: Terms,
  records: RecordFile,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Catalogue> => {
  const live = new RoaringBitmap32();
  if (columns.size > 0) live.addRange(0, columns.size);
  await fillBitmaps(columns, terms, yieldToEventLoop);
  await sortVocabulary(terms, yieldToEventLoop);
  for (let ordinal = 0; ordinal < columns.size; ordinal++) {
    countNames(columns, terms, ordinal);
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
  }
  const orders = await computeOrders(columns, terms, yieldToEventLoop);
  const retitled = new Set<number>();
  const queryCache = createQueryCache();
  const shortPrefixes = createShortPrefixes();
  const missingRecords = new Set<number>();
  const synonyms = noSynonyms;
  return {
    ...{ columns, terms, live, ordinals, orders, retitled },
    ...{ queryCache, shortPrefixes, synonyms, records, missingRecords },
  };
};

export const termOf = (catalogue: Catalogue, id: number): Term => catalogue.terms.all[id] as Term;

/** Ordinals follow publication order, so the last one is the newest. */
export const idsNewestFirst = ({ columns }: Catalogue, ordinals: Uint32Array): number[] =>
  Array.from(ordinals, (ordinal) => columns.ids[ordinal] as number).reverse();
