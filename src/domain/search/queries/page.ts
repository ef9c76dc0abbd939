import { RoaringBitmap32 } from 'roaring-wasm';
import { type Catalogue, idsNewestFirst } from '../index/catalogue.ts';
import { takeRanked, toRankBitmap } from '../index/orders.ts';
import { type Filter, findMatches, type Matches } from './matching.ts';

type Order = 'newest' | 'popular' | 'liked';

export interface PageQuery extends Filter {
  order: Order;
  page: number;
  limit: number;
}

export interface VideoPage {
  ids: number[];
  total: number;
  /** What was searched instead, where nothing matched the words as they were typed. */
  correctedSearch?: string;
}

/** Some of a set of ordinals, the newest first. */
const newestOf = (catalogue: Catalogue, matches: RoaringBitmap32, offset: number, limit: number): number[] => {
  const end = matches.size - offset;
  return end > 0 ? idsNewestFirst(catalogue, matches.sliceUint32Array(Math.max(0, end - limit), end)) : [];
};

const newestPage = (catalogue: Catalogue, matches: Matches, offset: number, limit: number): number[] => {
  const { first, all, key } = matches;
  if (!first) return newestOf(catalogue, all, offset, limit);
  const ids = newestOf(catalogue, first, offset, limit);
  if (ids.length === limit) return ids;
  const rest = catalogue.queryCache.bitmap(`rest ${key}`, () => RoaringBitmap32.andNot(all, first));
  return [...ids, ...newestOf(catalogue, rest, Math.max(0, offset - first.size), limit - ids.length)];
};

/** Videos that came after the order was last worked out stand behind all others until the next time. */
const rankedPage = (
  catalogue: Catalogue,
  { all, key }: Matches,
  order: 'popular' | 'liked',
  offset: number,
  limit: number,
): number[] => {
  const permutation = catalogue.orders[order];
  const rankBitmap = catalogue.queryCache.value(
    `${order} ${key}`,
    () => toRankBitmap(permutation, all),
    ({ bits, inBlock }) => bits.byteLength + inBlock.byteLength,
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
