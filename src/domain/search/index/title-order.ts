import { type Columns, termsAt } from './columns.ts';
import { inOrdinalOrder, sortBy } from './radix-sort.ts';
import type { Terms } from './terms.ts';
import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

/** Titles that begin with the same words are in publication order. */
export const sortedWords = 8;

/** The place of each word in the vocabulary by its term's id, from 1; 0 for other terms. */
const placesOf = ({ all, sorted = [] }: Terms): Uint32Array => {
  const places = new Uint32Array(all.length);
  for (const [at, { id }] of sorted.entries()) places[id] = at + 1;
  return places;
};

/** Ordinals by their titles' first words. Two words make one key, and the last keys are sorted first: a radix sort of words. */
export const sortByTitle = async (columns: Columns, terms: Terms, yieldToEventLoop: YieldToEventLoop) => {
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

/** A word that is missing comes before all others. */
export const compareWords = (a: readonly string[], b: readonly string[]): number => {
  for (let at = 0; at < sortedWords; at++) {
    const [left = '', right = ''] = [a[at], b[at]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
};
