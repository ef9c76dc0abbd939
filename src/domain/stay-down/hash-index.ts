import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { distanceOf, type HashWords, hashOfWords, maxDistance, type PictureHash, wordsOf } from './picture-hash.ts';

/** A hash of the index that is near the one that was looked up. */
export interface NearHash {
  hash: PictureHash;
  distance: number;
}

export interface HashIndex {
  size: number;
  /** Of its arrays. */
  bytes: number;
  /** Hashes that differ in at most `maxDistance` bits, each once, nearest first; a hundred of them, if there are more. */
  near: (hash: PictureHash) => NearHash[];
}

/** A part of the 63 bits after that of the DC term. */
interface Block {
  of: (high: number, low: number) => number;
  bits: number;
  /** What is flipped in its value to get those by which near hashes are found. */
  flips: readonly number[];
}

const blockOf = (bits: number, radius: 0 | 1, of: Block['of']): Block => ({
  ...{ bits, of },
  flips: [0, ...Array.from({ length: radius * bits }, (_, bit) => 1 << bit)],
});

/**
 * Hashes that differ in 6 bits differ in at most one bit in one of the first three blocks or, if they differ in two in each of
 * those, not at all in the last one.
 */
const blocks: readonly Block[] = [
  blockOf(16, 1, (high) => (high >>> 15) & 0xffff),
  blockOf(15, 1, (high) => high & 0x7fff),
  blockOf(16, 1, (_high, low) => low >>> 16),
  blockOf(16, 0, (_high, low) => low & 0xffff),
];

/** Whoever looks up wants to know what a picture matches, not how often. */
const maxFound = 100;
/** So few are looked at one by one in less time than their buckets. */
const maxScanned = 2048;

/** The hashes sorted by one of their blocks. */
interface Bucketed {
  block: Block;
  /** Where the hashes with a value of the block begin, in pairs. */
  starts: Uint32Array;
  words: Uint32Array;
}

/** Counting sort. Each block has a copy of the hashes, so that a bucket is read in order. */
const bucketed = (words: Uint32Array, block: Block): Bucketed => {
  const starts = new Uint32Array(2 ** block.bits + 1);
  const valueAt = (at: number) => block.of(words[at] as number, words[at + 1] as number);
  for (let at = 0; at < words.length; at += 2) (starts[valueAt(at) + 1] as number)++;
  for (let value = 1; value < starts.length; value++)
    starts[value] = (starts[value - 1] as number) + (starts[value] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at += 2) {
    const to = 2 * (next[valueAt(at)] as number)++;
    sorted[to] = words[at] as number;
    sorted[to + 1] = words[at + 1] as number;
  }
  return { block, starts, words: sorted };
};

/** Adds the near ones among the hashes from `start` to `end`. Returns whether there is room for more. */
const compare = (words: Uint32Array, start: number, end: number, wanted: HashWords, found: Map<string, NearHash>) => {
  const [high, low] = wanted;
  for (let at = 2 * start; at < 2 * end; at += 2) {
    const distance = distanceOf(high, low, words[at] as number, words[at + 1] as number);
    if (distance > maxDistance) continue;
    const hash = hashOfWords([words[at] as number, words[at + 1] as number]);
    found.set(hash, { hash, distance });
    if (found.size >= maxFound) return false;
  }
  return true;
};

/** How many hashes are in the buckets that a lookup reads, counted as often as they are in one. */
const countNear = (index: readonly Bucketed[], [high, low]: HashWords) => {
  let count = 0;
  for (const { block, starts } of index) {
    const own = block.of(high, low);
    for (const flip of block.flips) count += (starts[(own ^ flip) + 1] as number) - (starts[own ^ flip] as number);
  }
  return count;
};

const compareBuckets = (index: readonly Bucketed[], wanted: HashWords, found: Map<string, NearHash>) => {
  for (const { block, starts, words } of index) {
    const own = block.of(...wanted);
    for (const flip of block.flips)
      if (!compare(words, starts[own ^ flip] as number, starts[(own ^ flip) + 1] as number, wanted, found)) return;
  }
};

/** Multi-index hashing. `words` has two numbers per hash, as wordsOf() gives them. */
export const buildHashIndex = async (words: Uint32Array): Promise<HashIndex> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const size = words.length / 2;
  const index: Bucketed[] = [];
  if (size > maxScanned)
    for (const block of blocks) {
      index.push(bucketed(words, block));
      await yieldToEventLoop();
    }
  return {
    size,
    bytes: index.reduce((bytes, block) => bytes + block.words.byteLength + block.starts.byteLength, words.byteLength),
    near: (hash) => {
      const wanted = wordsOf(hash);
      const found = new Map<string, NearHash>();
      // The hashes of a list may be so alike that most of them are in these buckets, and some in several.
      if (index.length > 0 && countNear(index, wanted) < size) compareBuckets(index, wanted, found);
      else compare(words, 0, size, wanted, found);
      return [...found.values()].sort((one, other) => one.distance - other.distance);
    },
  };
};
