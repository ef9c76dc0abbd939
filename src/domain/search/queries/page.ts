import { RoaringBitmap32 } from 'roaring-wasm';
import { type Catalogue, idsNewestFirst } from '../index/catalogue.ts';
import { type Orders, takeRanked, toRankBitmap } from '../index/orders.ts';
import type { Filter } from './filters.ts';
import { findMatches, type Matches } from './matching.ts';

type RankedOrder = keyof Orders;
export type Order = 'newest' | RankedOrder;

export interface PageQuery extends Filter {
  order: Order;
  page: number;
  limit: number;
}

export interface VideoPage {
  ids: number[];
  total: number;
  /** The corrected search, if the original one had no results. */
  correctedSearch?: string;
}

/** A slice of the matches, newest first. */
const newestOf = (catalogue: Catalogue, matches: RoaringBitmap32, offset: number, limit: number): number[] => {
  const end = matches.size - offset;
  return end > 0 ? idsNewestFirst(catalogue, matches.sliceUint32Array(Math.max(0, end - limit), end)) : [];
};

const newestPage = (catalogue: Catalogue, matches: Matches, offset: number, limit: number): number[] => {
  const { byName, all, key } = matches;
  if (!byName) return newestOf(catalogue, all, offset, limit);
  const ids = newestOf(catalogue, byName, offset, limit);
  if (ids.length === limit) return ids;
  const rest = catalogue.queryCache.bitmap(`rest ${key}`, () => RoaringBitmap32.andNot(all, byName));
  return [...ids, ...newestOf(catalogue, rest, Math.max(0, offset - byName.size), limit - ids.length)];
};

/** Videos that are newer than the last sort come after all others until the next one. */
const rankedPage = (
  catalogue: Catalogue,
  { all, key }: Matches,
  order: RankedOrder,
  offset: number,
  limit: number,
): number[] => {
  const permutation = catalogue.orders[order];
  const rankBitmap = catalogue.queryCache.value(
    `${order} ${key}`,
    () => toRankBitmap(permutation, all),
    ({ bits, blockCounts }) => bits.byteLength + blockCounts.byteLength,
  );
  const ids = takeRanked(permutation, rankBitmap, offset, limit).map((at) => catalogue.columns.ids[at] as number);
  const ranked = permutation.rankOf.length;
  if (ids.length === limit || catalogue.columns.size <= ranked) return ids;
  const newcomers = idsNewestFirst(catalogue, all.rangeUint32Array(ranked, catalogue.columns.size));
  const skipped = Math.max(0, offset - (all.size - newcomers.length));
  return [...ids, ...newcomers.slice(skipped, skipped + limit - ids.length)];
};

export const findPage = (catalogue: Catalogue, query: PageQuery): VideoPage => {
  const matches = findMatches(catalogue, query);
  if (!matches) return { ids: [], total: 0 };
  const { order, limit } = query;
  const total = matches.all.size;
  const offset = (query.page - 1) * limit;
  const page: VideoPage = { ids: [], total };
  if (offset < total) {
    page.ids =
      order === 'newest'
        ? newestPage(catalogue, matches, offset, limit)
        : rankedPage(catalogue, matches, order, offset, limit);
  }
  if (matches.correctedSearch !== undefined) page.correctedSearch = matches.correctedSearch;
  return page;
};
