import { RoaringBitmap32 } from 'roaring-wasm';
import { likePercentage } from '#contract/values/like-percentage.ts';
import { dayMs } from '#domain/day.ts';
import type { Columns } from './columns.ts';
import { inOrdinalOrder, sortBy, sortByDigit } from './radix-sort.ts';
import type { Terms } from './terms.ts';
import { sortByTitle } from './title-order.ts';
import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

/** A permutation of the ordinals. The best is last, just as the newest video has the last ordinal. */
export interface Permutation {
  ordinalAt: Uint32Array;
  rankOf: Uint32Array;
}

export interface Orders {
  popular: Permutation;
  liked: Permutation;
  longest: Permutation;
  /** Among videos that match a search equally well. */
  best: Permutation;
  /** By title, for the back-office. */
  title: Permutation;
}

const permutationOf = async (ordinalAt: Uint32Array, yieldToEventLoop: YieldToEventLoop): Promise<Permutation> => {
  const rankOf = new Uint32Array(ordinalAt.length);
  for (let rank = 0; rank < ordinalAt.length; rank++) {
    rankOf[ordinalAt[rank] as number] = rank;
    if (rank % yieldEvery === 0) await yieldToEventLoop();
  }
  return { ordinalAt, rankOf };
};

const eFoldMs = 180 * dayMs;

/**
 * Views and age as gentle weights: half a year counts as much as 2.7 times the views. It depends on the publication time, not
 * on the current time, so the order does not change by itself.
 */
export const weightOf = (views: number, publishedAt: number): number =>
  Math.max(0, Math.round(1_000 * (Math.log1p(views) + publishedAt / eFoldMs)));

const weightsOf = async (columns: Columns, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array> => {
  const weights = new Float64Array(columns.size);
  for (let at = 0; at < columns.size; at++) {
    weights[at] = weightOf(columns.views[at] as number, columns.publishedAt[at] as number);
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  return weights;
};

/**
 * Popular: by views, then id. Most liked: by like percentage, then publication. Longest: by length, then
 * publication. Best: by weight, then publication. Title: by its first words, then publication; the one from before is kept if
 * it is still right.
 */
export const computeOrders = async (
  columns: Columns,
  terms: Terms,
  yieldToEventLoop: YieldToEventLoop,
  sameTitles?: Permutation,
): Promise<Orders> => {
  const published = inOrdinalOrder(columns.size);
  const byId = await sortBy(published, columns.ids, yieldToEventLoop);
  const popular = await permutationOf(await sortBy(byId, columns.views, yieldToEventLoop), yieldToEventLoop);
  const byLikes = await sortByDigit(published, (at) => likePercentage(columns.views[at] as number), yieldToEventLoop);
  const liked = await permutationOf(byLikes, yieldToEventLoop);
  const byLength = await sortByDigit(published, (at) => columns.minutes[at] as number, yieldToEventLoop);
  const longest = await permutationOf(byLength, yieldToEventLoop);
  const weights = await weightsOf(columns, yieldToEventLoop);
  const best = await permutationOf(await sortBy(published, weights, yieldToEventLoop), yieldToEventLoop);
  const title =
    sameTitles ?? (await permutationOf(await sortByTitle(columns, terms, yieldToEventLoop), yieldToEventLoop));
  return { popular, liked, longest, best, title };
};

/** One bit per rank, set for matches: a page in this order is found by counting bits instead of sorting. */
export interface RankBitmap {
  bits: Uint32Array;
  /** Number of set bits per block of words, to skip whole blocks on the way to a deep page. */
  blockCounts: Uint16Array;
}

const wordsInBlock = 64;

const popcount = (word: number) => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

const countBlocks = (bits: Uint32Array): Uint16Array => {
  const blockCounts = new Uint16Array(Math.ceil(bits.length / wordsInBlock));
  for (let at = 0; at < bits.length; at++) {
    const block = Math.floor(at / wordsInBlock);
    blockCounts[block] = (blockCounts[block] as number) + popcount(bits[at] as number);
  }
  return blockCounts;
};

export const toRankBitmap = (order: Permutation, matches: RoaringBitmap32): RankBitmap => {
  const ranked = order.rankOf.length;
  const bits = new Uint32Array((ranked + 31) >>> 5);
  // If most videos match, set all bits and clear the few that don't.
  const inverse = matches.rangeCardinality(0, ranked) > ranked / 2;
  const flipped = inverse ? RoaringBitmap32.flipRange(matches, 0, ranked) : matches;
  const ordinals = flipped.rangeUint32Array(0, ranked);
  if (inverse) {
    flipped.dispose();
    bits.fill(0xffffffff);
    if (ranked % 32 > 0) bits[bits.length - 1] = 2 ** (ranked % 32) - 1;
  }
  for (let at = 0; at < ordinals.length; at++) {
    const rank = order.rankOf[ordinals[at] as number] as number;
    bits[rank >>> 5] = (bits[rank >>> 5] as number) ^ (1 << (rank & 31));
  }
  return { bits, blockCounts: countBlocks(bits) };
};

/** The ordinals of the best matches after the first `offset`, best first. */
export const takeRanked = (
  order: Permutation,
  { bits, blockCounts }: RankBitmap,
  offset: number,
  limit: number,
): number[] => {
  const taken: number[] = [];
  let skip = offset;
  let block = blockCounts.length - 1;
  while (block >= 0 && (blockCounts[block] as number) <= skip) skip -= blockCounts[block--] as number;
  const first = Math.min(bits.length, (block + 1) * wordsInBlock) - 1;
  for (let at = first; at >= 0 && taken.length < limit; at--) {
    const word = bits[at] as number;
    const count = popcount(word);
    if (count <= skip) {
      skip -= count;
      continue;
    }
    for (let bit = 31; bit >= 0 && taken.length < limit; bit--) {
      if ((word & (1 << bit)) === 0) continue;
      if (skip > 0) skip--;
      else taken.push(order.ordinalAt[at * 32 + bit] as number);
    }
  }
  return taken;
};
