import { type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';

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

/** Quickselect: moves the `count` largest keys to the end, in any order. */
const partition = (keys: Float64Array, count: number): void => {
  const target = keys.length - count;
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = keys[(low + high) >>> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((keys[left] as number) < pivot) left++;
      while ((keys[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = keys[left] as number;
      keys[left++] = keys[right] as number;
      keys[right--] = swapped;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else return;
  }
};

/** Returns the largest keys after skipping `offset`, largest first. Sorts only these. Reorders `keys`. */
export const takeLargest = (keys: Float64Array, count: number, offset = 0): Float64Array => {
  const end = Math.max(0, keys.length - offset);
  const start = Math.max(0, end - count);
  if (end < keys.length) partition(keys, offset);
  const rest = keys.subarray(0, end);
  if (start > 0) partition(rest, count);
  return rest.subarray(start).sort().reverse();
};

const createScratch = () => {
  let scratch = new Uint32Array(0);
  return (size: number): Uint32Array => {
    if (scratch.length < size) scratch = new Uint32Array(Math.ceil(size * 1.15));
    return scratch.subarray(0, size);
  };
};

/**
 * A reused, uninitialized array of this size, valid until the next call. Queries run one at a time, and allocating
 * several megabytes for each would burden the garbage collector.
 */
export const scratchOrdinals = createScratch();

/** A separate scratch array for the sort keys of the ordinals. */
const scratchKeys = createScratch();

/** Non-negative integers. */
export type Values = Float64Array | Uint32Array | Uint16Array;

/** Candidates in their original order, each with the key to sort by. */
interface Group {
  candidates: Uint32Array;
  keys: Uint32Array;
}

const largestKey = 0xffff_ffff;
/** Groups of up to this size are sorted directly. */
const maxDirectSort = 1_024;
const digitBits = 12;

/** Keys are 32-bit integers, which are fastest. All larger values share the largest key. */
const groupOf = (values: Values, candidates: Uint32Array): Group => {
  const keys = scratchKeys(candidates.length);
  for (let at = 0; at < candidates.length; at++)
    keys[at] = Math.min(values[candidates[at] as number] as number, largestKey);
  return { candidates, keys };
};

const bitsOf = (keys: Uint32Array): number => {
  let bits = 0;
  for (let at = 0; at < keys.length; at++) bits |= keys[at] as number;
  return 32 - Math.clz32(bits);
};

/** For each digit, the number of keys with that digit or a lower one. */
const countDigits = (keys: Uint32Array, shift: number, mask: number): Uint32Array => {
  const ends = new Uint32Array(mask + 1);
  for (let at = 0; at < keys.length; at++) {
    const digit = ((keys[at] as number) >>> shift) & mask;
    ends[digit] = (ends[digit] as number) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number);
  return ends;
};

/** Filters the candidates by a range of digits, in place and without changing their order. */
const filterByDigit = (
  { candidates, keys }: Group,
  { shift, mask, first, last }: { shift: number; mask: number; first: number; last: number },
): Group => {
  let kept = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    const digit = (key >>> shift) & mask;
    candidates[kept] = candidates[at] as number;
    keys[kept] = key;
    // Branchless: always write, and let the next candidate overwrite a rejected one.
    kept += Number(digit >= first && digit <= last);
  }
  return { candidates: candidates.subarray(0, kept), keys: keys.subarray(0, kept) };
};

/** Takes a page of a group whose keys only differ in the lowest `bits`. */
const takePart = (values: Values, group: Group, bits: number, start: number, end: number): number[] => {
  const { candidates, keys } = group;
  if (start >= end) return [];
  if (keys.length <= maxDirectSort || (bits === 0 && keys[0] === largestKey))
    return Array.from(candidates)
      .sort((a, b) => (values[a] as number) - (values[b] as number))
      .slice(start, end);
  if (bits === 0) return Array.from(candidates.subarray(start, end));
  const shift = Math.max(0, bits - digitBits);
  const mask = 2 ** (bits - shift) - 1;
  const ends = countDigits(keys, shift, mask);
  const first = ends.findIndex((place) => place > start);
  const last = ends.findIndex((place) => place >= end);
  const kept = filterByDigit(group, { shift, mask, first, last });
  const taken: number[] = [];
  for (let digit = first; digit <= last; digit++) {
    const place = digit === 0 ? 0 : (ends[digit - 1] as number);
    const size = (ends[digit] as number) - place;
    if (size === 0) continue;
    // A page rarely spans several groups, so copying them costs little.
    const copy = () => ({ candidates: kept.candidates.slice(), keys: kept.keys.slice() });
    const members = first === last ? kept : filterByDigit(copy(), { shift, mask, first: digit, last: digit });
    taken.push(...takePart(values, members, shift, Math.max(0, start - place), Math.min(size, end - place)));
  }
  return taken;
};

/**
 * Sorts the candidates by value, ascending and stable, and returns those from `start` to `end`. A radix sort that skips
 * all groups outside the page, so a deep page takes as long as the first. Overwrites `candidates`.
 */
export const takeSorted = (values: Values, candidates: Uint32Array, start: number, end: number): number[] => {
  const group = groupOf(values, candidates);
  return takePart(values, group, bitsOf(group.keys), start, end);
};
