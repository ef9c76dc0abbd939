import { scratchKeys } from './scratch-ordinals.ts';

/** Whole numbers that are not negative. */
export type Values = Float64Array | Uint32Array | Uint16Array;

/** Candidates in their original order, each with the key to sort by. */
interface Group {
  candidates: Uint32Array;
  keys: Uint32Array;
}

const largestKey = 0xffff_ffff;
/** Groups of this size are sorted directly. */
const few = 1_024;
const digitBits = 12;

/** Keys are 32-bit integers, which are fastest. All values that are too large for that share the largest key. */
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

/** For each digit, how many keys have that digit or a lower one. */
const countDigits = (keys: Uint32Array, shift: number, mask: number): Uint32Array => {
  const ends = new Uint32Array(mask + 1);
  for (let at = 0; at < keys.length; at++) {
    const digit = ((keys[at] as number) >>> shift) & mask;
    ends[digit] = (ends[digit] as number) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) ends[digit] = (ends[digit] as number) + (ends[digit - 1] as number);
  return ends;
};

/** Keeps the candidates whose digit is in the range, without changing their order. */
const keepDigits = (
  { candidates, keys }: Group,
  { shift, mask, first, last }: { shift: number; mask: number; first: number; last: number },
): Group => {
  let kept = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number;
    const digit = (key >>> shift) & mask;
    candidates[kept] = candidates[at] as number;
    keys[kept] = key;
    // Always write, and let the next one overwrite what is not kept: that is faster than an unpredictable branch.
    kept += Number(digit >= first && digit <= last);
  }
  return { candidates: candidates.subarray(0, kept), keys: keys.subarray(0, kept) };
};

/** All keys are the same above the lowest `bits`. */
const takePart = (values: Values, group: Group, bits: number, start: number, end: number): number[] => {
  const { candidates, keys } = group;
  if (start >= end) return [];
  if (keys.length <= few || (bits === 0 && keys[0] === largestKey))
    return Array.from(candidates)
      .sort((a, b) => (values[a] as number) - (values[b] as number))
      .slice(start, end);
  if (bits === 0) return Array.from(candidates.subarray(start, end));
  const shift = Math.max(0, bits - digitBits);
  const mask = 2 ** (bits - shift) - 1;
  const ends = countDigits(keys, shift, mask);
  const first = ends.findIndex((place) => place > start);
  const last = ends.findIndex((place) => place >= end);
  const kept = keepDigits(group, { shift, mask, first, last });
  const taken: number[] = [];
  for (let digit = first; digit <= last; digit++) {
    const place = digit === 0 ? 0 : (ends[digit - 1] as number);
    const size = (ends[digit] as number) - place;
    if (size === 0) continue;
    // A page rarely spans several groups, so copying them costs little.
    const copy = () => ({ candidates: kept.candidates.slice(), keys: kept.keys.slice() });
    const members = first === last ? kept : keepDigits(copy(), { shift, mask, first: digit, last: digit });
    taken.push(...takePart(values, members, shift, Math.max(0, start - place), Math.min(size, end - place)));
  }
  return taken;
};

/**
 * The candidates from `start` to `end` of all of them by value. Ascending and stable: candidates of the same value stay in
 * their order. A radix sort that leaves out all groups that no part of the page is in, so a deep page takes as long as the
 * first. Overwrites the candidates.
 */
export const takeSorted = (values: Values, candidates: Uint32Array, start: number, end: number): number[] => {
  const group = groupOf(values, candidates);
  return takePart(values, group, bitsOf(group.keys), start, end);
};
