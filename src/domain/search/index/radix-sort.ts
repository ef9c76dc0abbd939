import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

export const inOrdinalOrder = (size: number): Uint32Array => {
  const ordinals = new Uint32Array(size);
  for (let ordinal = 0; ordinal < size; ordinal++) ordinals[ordinal] = ordinal;
  return ordinals;
};

const radix = 65_536;
/** One stable pass of a radix sort. Unlike the native sort, it can yield to the event loop. */
export const sortByDigit = async (
  order: Uint32Array,
  digitOf: (ordinal: number) => number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> => {
  const next = new Uint32Array(radix + 1);
  for (let at = 0; at < order.length; at++) {
    const bucket = digitOf(order[at] as number) + 1;
    next[bucket] = (next[bucket] as number) + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  for (let bucket = 1; bucket <= radix; bucket++)
    next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    const ordinal = order[at] as number;
    const bucket = digitOf(ordinal);
    const to = next[bucket] as number;
    sorted[to] = ordinal;
    next[bucket] = to + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  return sorted;
};

/** Sorts ordinals by key, ascending and stable. Keys are non-negative integers. */
export const sortBy = async (
  order: Uint32Array,
  keys: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> => {
  let largest = 0;
  let isSorted = true;
  for (let at = 0; at < order.length; at++) {
    const key = keys[order[at] as number] as number;
    if (key < largest) isSorted = false;
    else largest = key;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  // Ids mostly ascend in publication order.
  if (isSorted) return order;
  let sorted = order;
  for (let unit = 1; unit <= largest; unit *= radix) {
    const scale = unit;
    sorted = await sortByDigit(
      sorted,
      (ordinal) => Math.floor((keys[ordinal] as number) / scale) % radix,
      yieldToEventLoop,
    );
  }
  return sorted;
};
