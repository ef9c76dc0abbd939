import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameTerm, WordTerm } from '../index/terms.ts';

/** What a word of a search may be found by: any of the terms, or being any of the videos. */
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

/** All videos that have any of them. Copies nothing if only one has videos. */
export const unionOf = (catalogue: Catalogue, { key, terms, videos }: Alternatives): RoaringBitmap32 => {
  const all = [...terms.map((term) => term.videos), ...videos].filter((bitmap) => !bitmap.isEmpty);
  const [only, second] = all;
  if (!only) return noVideos(catalogue);
  return second ? catalogue.queryCache.bitmap(`union ${key}`, () => RoaringBitmap32.orMany(all)) : only;
};

/**
 * Up to so many videos, reading the terms of each is faster than a union: that of what a broad word may be found by costs as
 * much as all of its videos together.
 */
export const fewVideos = 4_096;

/** For each term that any of the alternatives has, their position plus one; the earlier ones win. */
export const positionByTerm = ({ terms }: Catalogue, alternatives: readonly Alternatives[]): Uint8Array => {
  const positions = new Uint8Array(terms.all.length);
  for (const [position, { terms: own }] of alternatives.entries())
    for (const { id } of own) if (positions[id] === 0) positions[id] = position + 1;
  return positions;
};

/** The position of the first alternatives that find a video, or -1. */
export const firstThatFinds = (
  { columns }: Catalogue,
  ordinal: number,
  alternatives: readonly Alternatives[],
  positions: Uint8Array,
): number => {
  const { starts, lengths, links } = columns;
  const start = starts[ordinal] as number;
  const end = start + (lengths[ordinal] as number);
  let first = 0;
  for (let at = start; at < end; at++) {
    const position = positions[links[at] as number] as number;
    if (position > 0 && (first === 0 || position < first)) first = position;
  }
  const earlier = first === 0 ? alternatives : alternatives.slice(0, first - 1);
  const byVideo = earlier.findIndex(({ videos }) => videos.some((bitmap) => bitmap.has(ordinal)));
  return byVideo >= 0 ? byVideo : first - 1;
};

const filterByTerms = (catalogue: Catalogue, videos: RoaringBitmap32, wanted: Alternatives): RoaringBitmap32 => {
  const positions = positionByTerm(catalogue, [wanted]);
  const ordinals = videos.toUint32Array();
  return new RoaringBitmap32(
    ordinals.filter((ordinal) => firstThatFinds(catalogue, ordinal, [wanted], positions) === 0),
  );
};

/** The videos in all of the bitmaps that every word is found in, as a new bitmap. */
export const selectVideos = (
  catalogue: Catalogue,
  words: readonly Alternatives[],
  bitmaps: readonly RoaringBitmap32[],
): RoaringBitmap32 => {
  const steps = [
    ...bitmaps.map((bitmap) => ({ size: bitmap.size, bitmap: () => bitmap, word: undefined })),
    ...words.map((word) => ({ size: maxSizeOf(word), bitmap: () => unionOf(catalogue, word), word })),
  ].sort((a, b) => a.size - b.size);
  const [smallest, ...others] = steps;
  let found = smallest ? smallest.bitmap().clone() : new RoaringBitmap32();
  for (const { bitmap, word } of others) {
    if (found.isEmpty) break;
    if (word && found.size <= fewVideos) {
      const before = found;
      found = filterByTerms(catalogue, before, word);
      before.dispose();
    } else found.andInPlace(bitmap());
  }
  return found;
};
