import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { type Orders, type Permutation, takeRanked, toRankBitmap } from '../index/orders.ts';

export type RankedOrder = keyof Orders;

/** Sorting so few is faster than marking them among all ranks. */
const fewVideos = 2_000;

const takeSorted = ({ rankOf, ordinalAt }: Permutation, ordinals: Uint32Array, offset: number, limit: number) => {
  const ranks = ordinals.map((ordinal) => rankOf[ordinal] as number).sort();
  const end = Math.max(0, ranks.length - offset);
  return Array.from(ranks.subarray(Math.max(0, end - limit), end), (rank) => ordinalAt[rank] as number).reverse();
};

/**
 * The ordinals of the best videos after the first `offset`. Videos that are newer than the last sort come first among the best
 * matches, and last in the other orders until the next sort. The key identifies the videos in the query cache.
 */
export const rankedOrdinals = (
  catalogue: Catalogue,
  order: RankedOrder,
  { key, videos }: { key: string; videos: RoaringBitmap32 },
  offset: number,
  limit: number,
): number[] => {
  const permutation = catalogue.orders[order];
  const ranked = permutation.rankOf.length;
  const newcomers = videos.rangeUint32Array(ranked, catalogue.columns.size).reverse();
  const takeOld = (from: number, count: number): number[] => {
    const old = videos.size - newcomers.length;
    if (from >= old || count <= 0) return [];
    if (old <= fewVideos) return takeSorted(permutation, videos.rangeUint32Array(0, ranked), from, count);
    const rankBitmap = catalogue.queryCache.value(
      `${order} ${key}`,
      () => toRankBitmap(permutation, videos),
      ({ bits, blockCounts }) => bits.byteLength + blockCounts.byteLength,
    );
    return takeRanked(permutation, rankBitmap, from, count);
  };
  if (order === 'best') {
    const first = newcomers.subarray(offset, offset + limit);
    return [...first, ...takeOld(Math.max(0, offset - newcomers.length), limit - first.length)];
  }
  const first = takeOld(offset, limit);
  const skipped = Math.max(0, offset - (videos.size - newcomers.length));
  return [...first, ...newcomers.subarray(skipped, skipped + limit - first.length)];
};
