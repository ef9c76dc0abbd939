/** Numbers from 0 up to, never reaching, 1. */
export type Random = () => number;

/** The same seeds give the same numbers, on every machine: a 32-bit counter, mixed. */
export const createRandom = (...seeds: number[]): Random => {
  let state = 0x9e3779b9;
  for (const seed of seeds) state = mix(state ^ Math.imul(seed | 0, 0x85ebca6b));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
};

const mix = (value: number) => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** A whole number from `least` to `most`, both included. */
export const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));

/** A rank from 0 to `count` - 1 of a Zipf-Mandelbrot law: the larger `flatness`, the less the first ranks lead. */
export const zipfRank = (random: Random, count: number, flatness: number) =>
  Math.min(count - 1, Math.floor(flatness * ((count + flatness) / flatness) ** random() - flatness));

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

export const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
