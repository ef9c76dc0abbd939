import { createYieldToEventLoop } from '#domain/search/index/yield-to-event-loop.ts';
import { distanceOf, hashOfWords, maxDistance, type PictureHash, wordsOf } from './picture-hash.ts';

/** A hash of the index that is near the one that was looked up. */
export interface NearHash {
  hash: PictureHash;
  distance: number;
}

export interface HashIndex {
  size: number;
  /** Of its arrays. */
  bytes: number;
  /** The hashes that differ in at most `maxDistance` bits, each once, nearest first. */
  near: (hash: PictureHash) => NearHash[];
}

/** One more than the distance: hashes that differ in 6 bits are equal in one of 7 blocks. */
const blockCount = maxDistance + 1;
/** The 63 bits after that of the DC term, in equal parts. */
const blockValues = 2 ** (63 / blockCount);

const blockOf: readonly ((high: number, low: number) => number)[] = [
  (high) => (high >>> 22) & 511,
  (high) => (high >>> 13) & 511,
  (high) => (high >>> 4) & 511,
  (high, low) => ((high & 15) << 5) | (low >>> 27),
  (_high, low) => (low >>> 18) & 511,
  (_high, low) => (low >>> 9) & 511,
  (_high, low) => low & 511,
];

/** Whoever looks up wants to know what a picture matches, not how often. */
const maxFound = 100;

/** The hashes sorted by one of their blocks. */
interface Bucketed {
  /** Where the hashes with a value of the block begin, in pairs. */
  starts: Uint32Array;
  words: Uint32Array;
}

/** Counting sort. Each block has a copy of the hashes, so that a lookup reads memory in order. */
const bucketed = (words: Uint32Array, block: (high: number, low: number) => number): Bucketed => {
  const starts = new Uint32Array(blockValues + 1);
  const valueAt = (at: number) => block(words[at] as number, words[at + 1] as number);
  for (let at = 0; at < words.length; at += 2) (starts[valueAt(at) + 1] as number)++;
  for (let value = 0; value < blockValues; value++)
    starts[value + 1] = (starts[value] as number) + (starts[value + 1] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at += 2) {
    const to = 2 * (next[valueAt(at)] as number)++;
    sorted[to] = words[at] as number;
    sorted[to + 1] = words[at + 1] as number;
  }
  return { starts, words: sorted };
};

const lookUp = (blocks: readonly Bucketed[], hash: PictureHash): NearHash[] => {
  const [high, low] = wordsOf(hash);
  const found = new Map<PictureHash, NearHash>();
  for (const [n, { starts, words }] of blocks.entries()) {
    const value = (blockOf[n] as (high: number, low: number) => number)(high, low);
    const end = 2 * (starts[value + 1] as number);
    for (let at = 2 * (starts[value] as number); at < end; at += 2) {
      const distance = distanceOf(high, low, words[at] as number, words[at + 1] as number);
      if (distance > maxDistance) continue;
      const near = hashOfWords([words[at] as number, words[at + 1] as number]);
      found.set(near, { hash: near, distance });
      if (found.size >= maxFound) return [...found.values()];
    }
  }
  return [...found.values()];
};

/** Multi-index hashing. `words` has two numbers per hash, as wordsOf() gives them. */
export const buildHashIndex = async (words: Uint32Array): Promise<HashIndex> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const blocks: Bucketed[] = [];
  for (const block of blockOf) {
    blocks.push(bucketed(words, block));
    await yieldToEventLoop();
  }
  return {
    size: words.length / 2,
    bytes: blocks.reduce((bytes, block) => bytes + block.words.byteLength + block.starts.byteLength, 0),
    near: (hash) => lookUp(blocks, hash).sort((one, other) => one.distance - other.distance),
  };
};
