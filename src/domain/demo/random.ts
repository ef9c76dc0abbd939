/** Returns numbers in [0, 1). */
export type Random = () => number;

/** A seeded generator that hashes a 32-bit counter. Produces the same numbers on every machine. */
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

/** An integer from `min` to `max`, inclusive. */
export const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1));

/** A rank from 0 to `count` - 1 by the Zipf-Mandelbrot law; a larger `flatness` favours the first ranks less. */
export const zipfRank = (random: Random, count: number, flatness: number) =>
  Math.min(count - 1, Math.floor(flatness * ((count + flatness) / flatness) ** random() - flatness));

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

export const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, sortKey: random() }))
    .sort((one, other) => one.sortKey - other.sortKey)
    .map(({ item }) => item);
