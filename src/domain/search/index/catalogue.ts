import { RoaringBitmap32 } from 'roaring-wasm';
import { type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { type Columns, type Ordinals, termsAt } from './columns.ts';
import { computeOrders, type Orders } from './orders.ts';
import { createQueryCache, createShortPrefixes, type QueryCache, type ShortPrefixes } from './query-cache.ts';
import type { RecordFile } from './record-file.ts';
import { kindCode, type Term, type Terms, termKinds, type WordTerm } from './terms.ts';
import { noSynonyms, type Synonyms } from './words.ts';

/** The whole catalogue in memory, consistent with one point in the change log. */
export interface Catalogue {
  columns: Columns;
  terms: Terms;
  /** Ordinals of videos that are not deleted. */
  live: RoaringBitmap32;
  ordinals: Ordinals;
  orders: Orders;
  /** Ordinals whose titles have changed since titles were last sorted. */
  retitled: Set<number>;
  queryCache: QueryCache;
  shortPrefixes: ShortPrefixes;
  synonyms: Synonyms;
  records: RecordFile;
  /** Ids of videos with damaged or missing records, which the next round of updates writes again. */
  missingRecords: Set<number>;
}

/** A position in the change log: all changes that the transaction snapshot sees are applied. */
export interface Cursor {
  /** Identifies the database. */
  database: string;
  snapshot: string;
  /**
   * The applied transactions from the snapshot's xmin on. Only set by a replica, whose snapshots don't tell which
   * transactions are running.
   */
  applied?: string[];
}

/** The catalogue and how far it has followed the database. */
export interface IndexState {
  catalogue: Catalogue;
  cursor: Cursor;
  /** When view counts were last read, in milliseconds since 1970. */
  viewsAt: number;
}

export const disposeCatalogue = (catalogue: Catalogue): void => {
  catalogue.queryCache.clear();
  catalogue.shortPrefixes.clear();
  catalogue.live.dispose();
  for (const term of catalogue.terms.all) term.videos.dispose();
  void catalogue.records.close();
};

/** Sorts one first letter at a time, because sorting the whole vocabulary at once would block the event loop. */
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

/** Inverts the forward index with a counting sort. */
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

const [tag, performer] = [kindCode('tag'), kindCode('performer')];

/** Updates a video's `tagCounts` and `performerCounts`. */
export const countNames = (columns: Columns, terms: Terms, ordinal: number): void => {
  const kinds = termKinds(terms);
  let [tags, performers] = [0, 0];
  for (const id of termsAt(columns, ordinal)) {
    if (kinds[id] === tag) tags++;
    else if (kinds[id] === performer) performers++;
  }
  columns.tagCounts[ordinal] = tags;
  columns.performerCounts[ordinal] = performers;
};

/** Derives everything from columns without holes and unused links. The caller sets the synonyms. */
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
  return {
    columns,
    terms,
    live,
    ordinals,
    orders: await computeOrders(columns, terms, yieldToEventLoop),
    retitled: new Set(),
    queryCache: createQueryCache(),
    shortPrefixes: createShortPrefixes(),
    synonyms: noSynonyms,
    records,
    missingRecords: new Set(),
  };
};

export const termOf = (catalogue: Catalogue, id: number): Term => catalogue.terms.all[id] as Term;

/** Ordinals follow publication order, so the last one is the newest. */
export const idsNewestFirst = ({ columns }: Catalogue, ordinals: Uint32Array): number[] =>
  Array.from(ordinals, (ordinal) => columns.ids[ordinal] as number).reverse();

export const viewsOf = ({ columns, ordinals }: Catalogue, id: number): number => {
  const ordinal = ordinals.get(id);
  return ordinal === undefined ? 0 : (columns.views[ordinal] as number);
};

/** Stores view counts, and returns whether any changed. Views never decrease, so the larger count is newer. */
export const setViews = ({ columns, ordinals }: Catalogue, totals: ReadonlyMap<number, number>): boolean => {
  let changed = false;
  for (const [id, total] of totals) {
    const ordinal = ordinals.get(id);
    if (ordinal === undefined || (columns.views[ordinal] as number) >= total) continue;
    columns.views[ordinal] = total;
    changed = true;
  }
  return changed;
};

/** The size of columns, orders, bitmaps and the table of near words. */
export const catalogueBytes = ({ columns, terms, orders }: Catalogue): number => {
  const arrays = [
    columns.ids,
    columns.publishedAt,
    columns.views,
    columns.minutes,
    columns.updatedAt,
    columns.tagCounts,
    columns.performerCounts,
    columns.starts,
    columns.lengths,
    columns.links,
    ...Object.values(orders).flatMap((order) => [order.ordinalAt, order.rankOf]),
  ];
  let bytes = arrays.reduce((sum, array) => sum + array.byteLength, terms.nearWords.bytes);
  for (const term of terms.all) bytes += term.videos.getSerializationSizeInBytes('portable');
  return bytes;
};
