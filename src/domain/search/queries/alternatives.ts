import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm, WordTerm } from '../index/terms.ts';

const maxPaired = 128;
/** Sorting so many is faster than setting bits. */
const maxSorted = 16_384;

const uniteSmall = (bitmaps: readonly RoaringBitmap32[], size: number): RoaringBitmap32 => {
  const ordinals = new Uint32Array(size);
  let used = 0;
  for (const bitmap of bitmaps) {
    ordinals.set(bitmap.toUint32Array(), used);
    used += bitmap.size;
  }
  return new RoaringBitmap32(ordinals.sort());
};

const uniteMany = (bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 => {
  const size = bitmaps.reduce((sum, bitmap) => sum + bitmap.size, 0);
  return size > maxSorted ? RoaringBitmap32.orMany(bitmaps) : uniteSmall(bitmaps, size);
};

/**
 * All ordinals that are in any of the bitmaps, as a new bitmap. Unites pairs, then pairs of these, …: `orMany` makes each block of
 * ordinals a set of bits and then a list again, which takes 5 times as long for a few bitmaps.
 */
export const unite = (bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 => {
  const [first, second] = bitmaps;
  if (!first) return new RoaringBitmap32();
  if (!second) return first.clone();
  if (bitmaps.length > maxPaired) return uniteMany(bitmaps);
  // The smallest first, so that the largest are copied least often.
  let level = bitmaps.toSorted((a, b) => a.size - b.size);
  for (let isOwn = false; level.length > 1; isOwn = true) {
    const next: RoaringBitmap32[] = [];
    for (let at = level.length % 2; at < level.length; at += 2) {
      const [one, other] = [level[at] as RoaringBitmap32, level[at + 1] as RoaringBitmap32];
      next.push(RoaringBitmap32.or(one, other));
      if (!isOwn) continue;
      one.dispose();
      other.dispose();
    }
    const [single] = level;
    if (single && level.length % 2 === 1) next.unshift(isOwn ? single : single.clone());
    level = next;
  }
  return level[0] as RoaringBitmap32;
};

/** What a word of a search is found by: videos that have one of the terms, or are in one of the bitmaps. */
export interface Alternatives {
  /** Identifies their union in the query cache. */
  key: string;
  terms: readonly (WordTerm | NameTerm)[];
  videos: readonly RoaringBitmap32[];
}

/** Words in titles and, unless only titles count, the tags and performers with these words in their name. */
export const termsOf = (words: readonly WordTerm[], titleOnly: boolean): (WordTerm | NameTerm)[] =>
  titleOnly ? [...words] : words.flatMap((word) => [word, ...(word.names ?? [])]);

/** How many videos there are at most: those that are found in several ways count several times. */
export const maxSizeOf = ({ terms, videos }: Alternatives): number =>
  terms.reduce((sum, term) => sum + term.videos.size, 0) + videos.reduce((sum, { size }) => sum + size, 0);

/** Whether they find fewer videos than this. Their union is needed only if many videos may be found in several ways. */
export const hasFewerThan = (catalogue: Catalogue, alternatives: Alternatives, count: number): boolean => {
  const max = maxSizeOf(alternatives);
  const ways = alternatives.terms.length + alternatives.videos.length;
  return max < count || (max < count * ways && unionOf(catalogue, alternatives).size < count);
};

export const noVideos = ({ queryCache }: Catalogue): RoaringBitmap32 =>
  queryCache.bitmap('none', () => new RoaringBitmap32());

/**
 * Up to so many videos, reading the terms of each is faster than a union: that of what a broad word may be found by costs as
 * much as all of its videos together.
 */
export const fewVideos = 4_096;

const bitmapsOf = ({ terms, videos }: Alternatives): RoaringBitmap32[] =>
  [...terms.map((term) => term.videos), ...videos].filter((bitmap) => !bitmap.isEmpty);

/** All videos that have any of them. Copies nothing if only one has videos. */
export const unionOf = (catalogue: Catalogue, alternatives: Alternatives): RoaringBitmap32 => {
  const all = bitmapsOf(alternatives);
  const [only, second] = all;
  if (!only) return noVideos(catalogue);
  return second ? catalogue.queryCache.bitmap(`union ${alternatives.key}`, () => unite(all)) : only;
};

/** For each term, the place of the first alternatives that have it, counted from one. All zeros between two uses. */
let places = new Uint8Array(0);

/** Finds the place of the first alternatives that a video is found by, or -1. */
type FindFirst = (ordinal: number) => number;

/** For reading the terms of few videos. Calls cannot be nested: they share one array, which is too large to allocate each time. */
export const withFindFirst = <Result>(
  { columns, terms }: Catalogue,
  alternatives: readonly Alternatives[],
  use: (findFirst: FindFirst) => Result,
): Result => {
  if (places.length < terms.all.length) places = new Uint8Array(terms.all.length * 2);
  for (const [place, { terms: own }] of alternatives.entries())
    for (const { id } of own) if (places[id] === 0) places[id] = place + 1;
  const { starts, lengths, links } = columns;
  try {
    return use((ordinal) => {
      const start = starts[ordinal] as number;
      const end = start + (lengths[ordinal] as number);
      let first = alternatives.length;
      for (let at = start; at < end; at++) {
        const place = places[links[at] as number] as number;
        if (place > 0 && place <= first) first = place - 1;
      }
      for (let place = 0; place < first; place++)
        if ((alternatives[place] as Alternatives).videos.some((bitmap) => bitmap.has(ordinal))) return place;
      return first < alternatives.length ? first : -1;
    });
  } finally {
    for (const { terms: own } of alternatives) for (const { id } of own) places[id] = 0;
  }
};

const filterByTerms = (catalogue: Catalogue, videos: RoaringBitmap32, wanted: Alternatives): RoaringBitmap32 =>
  withFindFirst(
    catalogue,
    [wanted],
    (findFirst) => new RoaringBitmap32(videos.toUint32Array().filter((ordinal) => findFirst(ordinal) === 0)),
  );

/** Intersects before uniting: what is united is smaller then. */
const filterByBitmaps = (videos: RoaringBitmap32, bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 => {
  const parts = bitmaps.map((bitmap) => RoaringBitmap32.and(videos, bitmap));
  const found = unite(parts);
  for (const part of parts) part.dispose();
  return found;
};

/** An intersection takes as long as reading the terms of so many videos. */
const videosPerIntersection = 64;
const maxIntersections = 16;

/** Those of the videos that the word is found in, as a new bitmap. */
const filterByWord = (catalogue: Catalogue, videos: RoaringBitmap32, word: Alternatives): RoaringBitmap32 => {
  const bitmaps = bitmapsOf(word);
  // Then the union takes no longer, and the next search with the word needs it again.
  const isBroad = bitmaps.length * videos.size > maxSizeOf(word);
  if (!isBroad && bitmaps.length <= maxIntersections && bitmaps.length * videosPerIntersection < videos.size)
    return filterByBitmaps(videos, bitmaps);
  if (videos.size <= fewVideos) return filterByTerms(catalogue, videos, word);
  return RoaringBitmap32.and(videos, unionOf(catalogue, word));
};

/** The videos in all of the bitmaps that every word is found in, as a new bitmap. */
export const selectVideos = (
  catalogue: Catalogue,
  words: readonly Alternatives[],
  bitmaps: readonly RoaringBitmap32[],
): RoaringBitmap32 => {
  const steps = [
    ...bitmaps.map((bitmap) => ({ size: bitmap.size, bitmap, word: undefined })),
    ...words.map((word) => ({ size: maxSizeOf(word), bitmap: undefined, word })),
  ].sort((a, b) => a.size - b.size);
  const [smallest, ...others] = steps;
  let found = smallest ? (smallest.bitmap ?? unionOf(catalogue, smallest.word)).clone() : new RoaringBitmap32();
  for (const { bitmap, word } of others) {
    if (found.isEmpty) break;
    const before = found;
    found = bitmap ? RoaringBitmap32.and(before, bitmap) : filterByWord(catalogue, before, word);
    before.dispose();
  }
  return found;
};
