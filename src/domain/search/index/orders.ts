import { likePercentage } from '#contract/values/like-percentage.ts';
import { dayMs } from '#domain/day.ts';
import { type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { type Columns, termsAt } from './columns.ts';
import { inOrdinalOrder, sortBy, sortByDigit } from './sorting.ts';
import type { Terms } from './terms.ts';

/** A permutation of the ordinals. The best video has the highest rank, just as the newest has the highest ordinal. */
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

/** Titles are compared by so many words; titles that begin with the same ones are in publication order. */
export const sortedWords = 8;

/** The alphabetical place of each word by its term's id, counted from 1; 0 for other terms. */
const placesOf = ({ all, sorted = [] }: Terms): Uint32Array => {
  const places = new Uint32Array(all.length);
  for (const [at, { id }] of sorted.entries()) places[id] = at + 1;
  return places;
};

/**
 * Sorts ordinals by the first words of their titles: a radix sort whose digits are pairs of words, the last pair first.
 */
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

/** The words of a title that it is sorted by. */
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

/** A title that ends earlier comes first. */
export const compareWords = (a: readonly string[], b: readonly string[]): number => {
  for (let at = 0; at < sortedWords; at++) {
    const [left = '', right = ''] = [a[at], b[at]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
};
