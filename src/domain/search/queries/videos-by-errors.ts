import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { type Alternatives, fewVideos, unionOf, withFindFirst } from './alternatives.ts';

/** More errors than this in the whole search are no typing errors. */
const maxErrors = 6;

/** Videos by their number of typing errors so far. */
type ByErrors = RoaringBitmap32[];

/** Adds the second bitmap to the first and disposes of it. */
const absorb = (union: RoaringBitmap32 | undefined, part: RoaringBitmap32): RoaringBitmap32 => {
  if (!union) return part;
  union.orInPlace(part);
  part.dispose();
  return union;
};

const empties = (length: number): ByErrors => Array.from({ length }, () => new RoaringBitmap32());

/** Reads the terms of each video. */
const addWordToFew = (catalogue: Catalogue, found: ByErrors, word: Alternatives[]): ByErrors =>
  withFindFirst(catalogue, word, (findFirst) => {
    const next = empties(maxErrors + 1);
    for (const [before, videos] of found.entries()) {
      for (const ordinal of videos.toUint32Array()) {
        const errors = findFirst(ordinal);
        if (errors >= 0) next[before + errors]?.add(ordinal);
      }
    }
    return next;
  });

const addWordToMany = (catalogue: Catalogue, found: ByErrors, word: Alternatives[]): ByErrors => {
  const next = empties(maxErrors + 1);
  for (const [before, videos] of found.entries()) {
    if (videos.isEmpty) continue;
    for (const [errors, alternatives] of word.entries()) {
      const total = before + errors;
      if (total <= maxErrors)
        next[total] = absorb(next[total], RoaringBitmap32.and(videos, unionOf(catalogue, alternatives)));
    }
  }
  return next;
};

const sizeOf = (found: ByErrors) => found.reduce((sum, { size }) => sum + size, 0);

/**
 * The videos that have all of the words, by their total number of typing errors. A word is what it is found by
 * without an error, with one, and so on. The words should come rarest first.
 */
export const videosByErrors = (catalogue: Catalogue, words: Alternatives[][]): ByErrors => {
  const [first = [], ...others] = words;
  let found: ByErrors = first.map((alternatives) => unionOf(catalogue, alternatives).clone());
  for (const word of others) {
    const before = found;
    found = (sizeOf(before) <= fewVideos ? addWordToFew : addWordToMany)(catalogue, before, word);
    for (const videos of before) videos.dispose();
  }
  // A video that can be read in several ways counts with the fewest errors.
  for (const [errors, videos] of found.entries())
    for (const better of found.slice(0, errors)) videos.andNotInPlace(better);
  return found;
};
