import { RoaringBitmap32 } from 'roaring-wasm';
import { type Catalogue, idsNewestFirst } from '../index/catalogue.ts';
import type { Orders, Permutation } from '../index/orders.ts';
import { takeLargest } from '../index/sorting.ts';
import { type Filter, findMatches, type Matches } from './matching.ts';

/** One bit per rank, set for matches: finds a page in this order by counting bits instead of sorting. */
interface RankBitmap {
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

const toRankBitmap = (order: Permutation, matches: RoaringBitmap32): RankBitmap => {
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
const takeRanked = (order: Permutation, { bits, blockCounts }: RankBitmap, offset: number, limit: number): number[] => {
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

type RankedOrder = keyof Orders;

/** With so few videos, quickselect is faster than a rank bitmap. */
const isFew = (videos: number, ranked: number) => videos <= Math.max(2_000, ranked / 100);

const takeSelected = ({ rankOf, ordinalAt }: Permutation, ordinals: Uint32Array, offset: number, limit: number) => {
  const ranks = new Float64Array(ordinals.length);
  for (let at = 0; at < ordinals.length; at++) ranks[at] = rankOf[ordinals[at] as number] as number;
  return Array.from(takeLargest(ranks, limit, offset), (rank) => ordinalAt[rank] as number);
};

/** How many ranks can be scanned in the time that quickselect or a rank bitmap would take. */
const maxSteps = (videos: number, ranked: number) =>
  isFew(videos, ranked) ? videos / 5 : videos / 20 + ranked / 1_500;

/** Scans from the best rank until enough videos are found. Undefined if that takes more than `steps`. */
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
 * The ordinals of the best videos after the first `offset`. Videos that were added since the last sort come first in
 * the order `best`, and last in the others. The key identifies the videos in the query cache.
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

/** `best` is for searches; lists without one are in the order `newest` then. */
export type Order = 'newest' | RankedOrder;

export interface PageQuery extends Filter {
  order: Order;
  page: number;
  limit: number;
}

export interface VideoPage {
  ids: number[];
  total: number;
  /** The search whose results these are, if the one that was typed found nothing. */
  correctedSearch?: string;
  /** A similar search that finds much more. */
  didYouMean?: string;
  /** Set if a search for titles found none, so that tags and performers were searched too. */
  searchedEverywhere?: true;
}

const newestIds = (catalogue: Catalogue, videos: RoaringBitmap32, offset: number, limit: number): number[] => {
  const end = videos.size - offset;
  return end > 0 ? idsNewestFirst(catalogue, videos.sliceUint32Array(Math.max(0, end - limit), end)) : [];
};

const bestOrdinals = (catalogue: Catalogue, tiers: NonNullable<Matches['tiers']>, offset: number, limit: number) => {
  const ordinals: number[] = [];
  let skip = offset;
  for (const tier of tiers()) {
    const { size } = tier.videos;
    if (skip < size) ordinals.push(...rankedOrdinals(catalogue, 'best', tier, skip, limit - ordinals.length));
    skip = Math.max(0, skip - size);
    if (ordinals.length === limit) break;
  }
  return ordinals;
};

export const idsInOrder = (
  catalogue: Catalogue,
  { all, tiers, key }: Matches,
  order: Order,
  offset: number,
  limit: number,
) => {
  if (offset >= all.size) return [];
  if (order === 'newest' || (order === 'best' && !tiers)) return newestIds(catalogue, all, offset, limit);
  const ordinals =
    order === 'best' && tiers
      ? bestOrdinals(catalogue, tiers, offset, limit)
      : rankedOrdinals(catalogue, order, { key, videos: all }, offset, limit);
  return ordinals.map((ordinal) => catalogue.columns.ids[ordinal] as number);
};

export const findPage = (catalogue: Catalogue, query: PageQuery): VideoPage => {
  const matches = findMatches(catalogue, query);
  if (!matches) return { ids: [], total: 0 };
  const { correctedSearch, didYouMean, searchedEverywhere } = matches;
  return {
    ids: idsInOrder(catalogue, matches, query.order, (query.page - 1) * query.limit, query.limit),
    total: matches.all.size,
    ...(correctedSearch === undefined ? {} : { correctedSearch }),
    ...(didYouMean === undefined ? {} : { didYouMean }),
    ...(searchedEverywhere ? { searchedEverywhere } : {}),
  };
};
