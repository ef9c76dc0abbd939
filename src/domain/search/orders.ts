import { RoaringBitmap32 } from 'roaring-wasm';
import type { Columns } from './columns.ts';
import type { Pace } from './pace.ts';

/** A permutation of the ordinals, the best last, as the newest is last among ordinals. */
export interface Permutation {
  ordinalAt: Uint32Array;
  rankOf: Uint32Array;
}

export interface Orders {
  popular: Permutation;
  liked: Permutation;
}

const digit = 65_536;
const stretch = 65_536;

/** One stable pass of a radix sort: native sorts of a million keys cannot be interrupted. */
const sortByDigit = async (
  order: Uint32Array,
  digitOf: (ordinal: number) => number,
  pace: Pace,
): Promise<Uint32Array> => {
  const next = new Uint32Array(digit + 1);
  for (let at = 0; at < order.length; at++) {
    const place = digitOf(order[at] as number) + 1;
    next[place] = (next[place] as number) + 1;
    if (at % stretch === 0) await pace();
  }
  for (let place = 1; place <= digit; place++) next[place] = (next[place] as number) + (next[place - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const ordinal = order[at] as number;
    const place = digitOf(ordinal);
    const to = next[place] as number;
    sorted[to] = ordinal;
    next[place] = to + 1;
    if (at % stretch === 0) await pace();
  }
  return sorted;
};

const sortBy = async (order: Uint32Array, keys: Float64Array, pace: Pace): Promise<Uint32Array> => {
  let largest = 0;
  for (const ordinal of order) largest = Math.max(largest, keys[ordinal] as number);
  let sorted = order;
  for (let unit = 1; unit <= largest; unit *= digit) {
    const scale = unit;
    sorted = await sortByDigit(sorted, (ordinal) => Math.floor((keys[ordinal] as number) / scale) % digit, pace);
  }
  return sorted;
};

const permutationOf = async (ordinalAt: Uint32Array, pace: Pace): Promise<Permutation> => {
  const rankOf = new Uint32Array(ordinalAt.length);
  for (let rank = 0; rank < ordinalAt.length; rank++) {
    rankOf[ordinalAt[rank] as number] = rank;
    if (rank % stretch === 0) await pace();
  }
  return { ordinalAt, rankOf };
};

const likePercentage = (views: number) => Math.min(Math.round((views / 200) * 100), 100);

/** Popular: by views, then by id. Most liked: by like percentage, then by publication. */
export const computeOrders = async (columns: Columns, pace: Pace): Promise<Orders> => {
  const published = new Uint32Array(columns.size);
  for (let ordinal = 0; ordinal < columns.size; ordinal++) published[ordinal] = ordinal;
  const byId = await sortBy(published, columns.ids, pace);
  const popular = await permutationOf(await sortBy(byId, columns.views, pace), pace);
  const byLikes = await sortByDigit(published, (at) => likePercentage(columns.views[at] as number), pace);
  const liked = await permutationOf(byLikes, pace);
  return { popular, liked };
};

/** Matches as bits by rank, so that a page in this order is found by counting bits instead of sorting. */
export const paintRanks = (order: Permutation, matches: RoaringBitmap32): Uint32Array => {
  const known = order.rankOf.length;
  const painted = new Uint32Array((known + 31) >>> 5);
  // Most of the catalogue is painted whole, and what does not match taken out again.
  const inverse = matches.rangeCardinality(0, known) > known / 2;
  const flipped = inverse ? RoaringBitmap32.flipRange(matches, 0, known) : matches;
  const ordinals = flipped.rangeUint32Array(0, known);
  if (inverse) {
    flipped.dispose();
    painted.fill(0xffffffff);
    if (known % 32 > 0) painted[painted.length - 1] = 2 ** (known % 32) - 1;
  }
  for (let at = 0; at < ordinals.length; at++) {
    const rank = order.rankOf[ordinals[at] as number] as number;
    painted[rank >>> 5] = (painted[rank >>> 5] as number) ^ (1 << (rank & 31));
  }
  return painted;
};

const bitsOf = (word: number) => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The ordinals of the best matches after the first `offset`, best first. */
export const takeRanked = (order: Permutation, painted: Uint32Array, offset: number, limit: number): number[] => {
  const taken: number[] = [];
  let skip = offset;
  for (let at = painted.length - 1; at >= 0 && taken.length < limit; at--) {
    const word = painted[at] as number;
    if (word === 0) continue;
    const bits = bitsOf(word);
    if (bits <= skip) {
      skip -= bits;
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
