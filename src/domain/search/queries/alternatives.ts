import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm, TextTerm, WordTerm } from '../index/terms.ts';

const maxPaired = 128;
/** Up to this many ordinals, sorting is faster than `orMany`. */
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
 * The union as a new bitmap. Unites pairs, then pairs of the results, and so on, because `orMany` converts each
 * container to a bitset and back, which takes 5 times as long for a few bitmaps.
 */
export const unite = (bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 => {
  const [first, second] = bitmaps;
  if (!first) return new RoaringBitmap32();
  if (!second) return first.clone();
  if (bitmaps.length > maxPaired) return uniteMany(bitmaps);
  // Smallest first, so that the largest are copied least often.
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

/** What a word of a search matches: videos with any of the terms, and those in any of the bitmaps. */
export interface Alternatives {
  /** Identifies the union in the query cache. */
  key: string;
  terms: readonly (WordTerm | TextTerm | NameTerm)[];
  videos: readonly RoaringBitmap32[];
}

/** The words themselves, which match titles, and unless `titleOnly` other searched texts, tags and performers with these words. */
export const termsOf = (words: readonly WordTerm[], titleOnly: boolean): Alternatives['terms'][number][] =>
  titleOnly ? [...words] : words.flatMap((word) => [word, ...(word.text ? [word.text] : []), ...(word.names ?? [])]);

/** An upper bound of the number of videos, because a video that matches in several ways counts several times. */
export const maxSizeOf = ({ terms, videos }: Alternatives): number =>
  terms.reduce((sum, term) => sum + term.videos.size, 0) + videos.reduce((sum, { size }) => sum + size, 0);

/** Whether fewer than `count` videos match. Computes the union only if the upper bound is not conclusive. */
export const hasFewerThan = (catalogue: Catalogue, alternatives: Alternatives, count: number): boolean => {
  const max = maxSizeOf(alternatives);
  const ways = alternatives.terms.length + alternatives.videos.length;
  return max < count || (max < count * ways && unionOf(catalogue, alternatives).size < count);
};

export const noVideos = ({ queryCache }: Catalogue): RoaringBitmap32 =>
  queryCache.bitmap('none', () => new RoaringBitmap32());

/** Up to this many videos, reading the terms of each is faster than a union, which reads all postings. */
export const fewVideos = 4_096;

const bitmapsOf = ({ terms, videos }: Alternatives): RoaringBitmap32[] =>
  [...terms.map((term) => term.videos), ...videos].filter((bitmap) => !bitmap.isEmpty);

/** All matching videos. Don't change the bitmap: it is shared with the index or the query cache. */
export const unionOf = (catalogue: Catalogue, alternatives: Alternatives): RoaringBitmap32 => {
  const all = bitmapsOf(alternatives);
  const [only, second] = all;
  if (!only) return noVideos(catalogue);
  return second ? catalogue.queryCache.bitmap(`union ${alternatives.key}`, () => unite(all)) : only;
};

/** For each term id, the index (from 1) of the first alternatives with that term. All zeros between calls. */
let places = new Uint8Array(0);

/** The index of the first alternatives that match a video, or -1. */
type FindFirst = (ordinal: number) => number;

/** Matches videos one by one by their terms. Not reentrant, because calls share an array that is slow to allocate. */
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

const filterByTerms = (catalogue: Catalogue, videos: RoaringBitmap32, word: Alternatives): RoaringBitmap32 =>
  withFindFirst(
    catalogue,
    [word],
    (findFirst) => new RoaringBitmap32(videos.toUint32Array().filter((ordinal) => findFirst(ordinal) === 0)),
  );

/** Intersects first, so that the bitmaps to unite are smaller. */
const filterByBitmaps = (videos: RoaringBitmap32, bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 => {
  const parts = bitmaps.map((bitmap) => RoaringBitmap32.and(videos, bitmap));
  const found = unite(parts);
  for (const part of parts) part.dispose();
  return found;
};

/** One intersection takes as long as reading the terms of this many videos. */
const videosPerIntersection = 64;
const maxIntersections = 16;

/** The subset of the videos that the word matches, as a new bitmap. */
const filterByWord = (catalogue: Catalogue, videos: RoaringBitmap32, word: Alternatives): RoaringBitmap32 => {
  const bitmaps = bitmapsOf(word);
  // For a broad word, the union takes no longer and is cached for later searches.
  const isBroad = bitmaps.length * videos.size > maxSizeOf(word);
  if (!isBroad && bitmaps.length <= maxIntersections && bitmaps.length * videosPerIntersection < videos.size)
    return filterByBitmaps(videos, bitmaps);
  if (videos.size <= fewVideos) return filterByTerms(catalogue, videos, word);
  return RoaringBitmap32.and(videos, unionOf(catalogue, word));
};

/** The videos that are in all bitmaps and match all words, as a new bitmap. */
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
