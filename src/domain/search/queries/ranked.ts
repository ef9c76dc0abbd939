import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { type Orders, type Permutation, takeRanked, toRankBitmap } from '../index/orders.ts';
import { takeLargest } from './largest.ts';

export type RankedOrder = keyof Orders;

/** Selecting among so few is faster than marking them among all ranks. */
const isFew = (videos: number, ranked: number) => videos <= Math.max(2_000, ranked / 100);

const takeSelected = ({ rankOf, ordinalAt }: Permutation, ordinals: Uint32Array, offset: number, limit: number) => {
  const ranks = new Float64Array(ordinals.length);
  for (let at = 0; at < ordinals.length; at++) ranks[at] = rankOf[ordinals[at] as number] as number;
  return Array.from(takeLargest(ranks, limit, offset), (rank) => ordinalAt[rank] as number);
};

/** How many ranks can be looked at in the time that it takes to select among the videos, or to mark them among all ranks. */
const maxSteps = (videos: number, ranked: number) =>
  isFew(videos, ranked) ? videos / 5 : videos / 20 + ranked / 1_500;

/** Goes from the best rank on until enough of the videos are found. Undefined if they are too far apart. */
const takeNearest = (
  { ordinalAt }: Permutation,
  videos: RoaringBitmap32,
  offset: number,
  count: number,
  steps: number,
): number[] | undefined => {
  const ranked = ordinalAt.length;
  const taken: number[] = [];
  let skip = offset;
  for (let rank = ranked - 1; rank >= Math.max(0, ranked - steps); rank--) {
    const ordinal = ordinalAt[rank] as number;
    if (!videos.has(ordinal) || skip-- > 0) continue;
    taken.push(ordinal);
    if (taken.length === count) return taken;
  }
  return undefined;
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
    const steps = maxSteps(old, ranked);
    const isNear = ((from + count) * ranked) / old < steps / 2;
    const nearest = isNear ? takeNearest(permutation, videos, from, Math.min(count, old - from), steps) : undefined;
    if (nearest) return nearest;
    if (isFew(old, ranked)) return takeSelected(permutation, videos.rangeUint32Array(0, ranked), from, count);
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
