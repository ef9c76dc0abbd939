import type { RoaringBitmap32 } from 'roaring-wasm';

/** Thousands of words begin with so few letters. */
const maxLetters = 2;

export const isShortPrefix = (prefix: string): boolean => prefix.length <= maxLetters;

/** Words of a video that may begin so. */
export interface WordsOfVideo {
  title: string[];
  /** Of its tags and performers. */
  names: string[];
}

/**
 * The videos with a word that begins with one or two letters, by these letters. Uniting the postings of thousands of words takes
 * long, so what was asked for once is kept, and follows changes.
 */
export interface ShortPrefixes {
  /** `compute` returns a new bitmap. It is called if the prefix is not kept. */
  videos: (prefix: string, titleOnly: boolean, compute: () => RoaringBitmap32) => RoaringBitmap32;
  /** Changes where a video is found: nowhere if it has no words. */
  update: (ordinal: number, wordsOf: () => WordsOfVideo) => void;
  /** Drops what was asked for longest ago. Not while a query may still use its bitmaps. */
  trim: (maxBytes: number) => void;
  clear: () => void;
}

const keyOf = (prefix: string, titleOnly: boolean) => `${titleOnly ? 'title' : 'anywhere'} ${prefix}`;

export const createShortPrefixes = (): ShortPrefixes => {
  const kept = new Map<string, { videos: RoaringBitmap32; bytes: number }>();
  let bytes = 0;

  const drop = (key: string) => {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    bytes -= entry.bytes;
    entry.videos.dispose();
  };

  const keep = (key: string, videos: RoaringBitmap32) => {
    const entry = { videos, bytes: videos.getSerializationSizeInBytes('portable') };
    kept.set(key, entry);
    bytes += entry.bytes;
    return entry;
  };

  const add = (ordinal: number, words: string[], titleOnly: boolean) => {
    for (const word of words)
      for (let letters = 1; letters <= maxLetters; letters++)
        kept.get(keyOf(word.slice(0, letters), titleOnly))?.videos.add(ordinal);
  };

  return {
    videos: (prefix, titleOnly, compute) => {
      const key = keyOf(prefix, titleOnly);
      const known = kept.get(key);
      if (!known) return keep(key, compute()).videos;
      kept.delete(key);
      kept.set(key, known);
      return known.videos;
    },
    update: (ordinal, wordsOf) => {
      if (kept.size === 0) return;
      const { title, names } = wordsOf();
      for (const { videos } of kept.values()) videos.delete(ordinal);
      add(ordinal, title, true);
      add(ordinal, [...title, ...names], false);
    },
    trim: (maxBytes) => {
      for (const key of kept.keys()) {
        if (bytes <= maxBytes) return;
        drop(key);
      }
    },
    clear: () => {
      for (const key of kept.keys()) drop(key);
    },
  };
};
