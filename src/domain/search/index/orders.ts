import { RoaringBitmap32 } from 'roaring-wasm';
import { likePercentage } from '#contract/values/lists.ts';
import { dayMs } from '#domain/day.ts';
import { type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import type { Catalogue } from './catalogue.ts';
import { type Columns, termsAt } from './columns.ts';
import { inOrdinalOrder, sortBy, sortByDigit, takeLargest } from './sorting.ts';
import type { Terms } from './terms.ts';

/** A permutation of the ordinals. The best video has the highest rank, as the newest has the highest ordinal. */
interface Permutation {
  ordinalAt: Uint32Array;
  rankOf: Uint32Array;
}

export interface Orders {
  popular: Permutation;
  liked: Permutation;
  longest: Permutation;
  /** Ranks videos that match a search equally well. */
  best: Permutation;
  /** For the back-office. */
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
 * Being half a year newer weighs as much as 2.7 times the views. Uses the publication time instead of the age, so that
 * the order does not change as time passes.
 */
const weightOf = (views: number, publishedAt: number): number =>
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
 * Popular: by views, then id. Liked: by like percentage, then publication. Longest: by length, then publication. Best:
 * by weight, then publication. Title: by its first words, then publication; `sameTitles` is reused if no title has
 * changed.
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

/** Titles are sorted by this many words. Titles that begin with the same words are in publication order. */
export const sortedWords = 8;

/** The alphabetical position of each word by term id, from 1. Other terms have 0. */
const placesOf = ({ all, sorted = [] }: Terms): Uint32Array => {
  const places = new Uint32Array(all.length);
  for (const [at, { id }] of sorted.entries()) places[id] = at + 1;
  return places;
};

/** Sorts ordinals by the first words of their titles, with a radix sort whose digits are pairs of words. */
const sortByTitle = async (columns: Columns, terms: Terms, yieldToEventLoop: YieldToEventLoop) => {
  const places = placesOf(terms);
  const base = (terms.sorted?.length ?? 0) + 1;
  const { starts, lengths, links } = columns;
  const keys = new Float64Array(columns.size);
  let order = inOrdinalOrder(columns.size);
  for (let word = sortedWords - 2; word >= 0; word -= 2) {
    for (let ordinal = 0; ordinal < columns.size; ordinal++) {
      let at = starts[ordinal] as number;
      const end = at + (lengths[ordinal] as number);
      while (at < end && places[links[at] as number] === 0) at++;
      at += word;
      const first = at < end ? (places[links[at] as number] as number) : 0;
      const second = at + 1 < end ? (places[links[at + 1] as number] as number) : 0;
      keys[ordinal] = first * base + second;
      if (ordinal % yieldEvery === 0) await yieldToEventLoop();
    }
    order = await sortBy(order, keys, yieldToEventLoop);
  }
  return order;
};

/** The words by which a title is sorted. */
export const sortedWordsAt = (columns: Columns, terms: Terms, ordinal: number): string[] => {
  const words: string[] = [];
  for (const id of termsAt(columns, ordinal)) {
    const term = terms.all[id];
    if (term?.kind === 'word') words.push(term.word);
    else if (words.length > 0) break;
    if (words.length === sortedWords) break;
  }
  return words;
};

/** Compares titles by their sorted words. A title that is a prefix of another one comes first. */
export const compareWords = (a: readonly string[], b: readonly string[]): number => {
  for (let at = 0; at < sortedWords; at++) {
    const [left = '', right = ''] = [a[at], b[at]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
};

/** One bit per rank, set for matches. Finds a page in this order by counting bits instead of sorting. */
interface RankBitmap {
  bits: Uint32Array;
  /** Number of set bits per block of words, to skip blocks before a deep page. */
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

/** The ordinals of the best matches after skipping `offset`, best first. */
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

export type RankedOrder = keyof Orders;

/** Whether there are so few videos that quickselect is faster than a rank bitmap. */
const isFew = (videos: number, ranked: number) => videos <= Math.max(2_000, ranked / 100);

const takeSelected = ({ rankOf, ordinalAt }: Permutation, ordinals: Uint32Array, offset: number, limit: number) => {
  const ranks = new Float64Array(ordinals.length);
  for (let at = 0; at < ordinals.length; at++) ranks[at] = rankOf[ordinals[at] as number] as number;
  return Array.from(takeLargest(ranks, limit, offset), (rank) => ordinalAt[rank] as number);
};

/** How many ranks can be scanned in the time that quickselect or a rank bitmap would take. */
const maxSteps = (videos: number, ranked: number) =>
  isFew(videos, ranked) ? videos / 5 : videos / 20 + ranked / 1_500;

/** Scans down from the best rank until enough videos are found. Undefined if that takes more than `steps`. */
const takeByScanning = (
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
 * The ordinals of the best videos after skipping `offset`. Videos that were added since the last sort come first in the
 * order `best`, and last in other orders. The key identifies the videos in the query cache.
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
    const scanned = isNear ? takeByScanning(permutation, videos, from, Math.min(count, old - from), steps) : undefined;
    if (scanned) return scanned;
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
