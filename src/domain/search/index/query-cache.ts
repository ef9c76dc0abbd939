import type { RoaringBitmap32 } from 'roaring-wasm';

interface Entry {
  value: unknown;
  bytes: number;
  free: (() => void) | undefined;
}

/**
 * An LRU cache of intermediate results, which are reused for the next page of a search and for the same search by other
 * visitors. Cleared when the catalogue changes. Evicts only in `trim`, between queries, because a running query may use
 * several of its bitmaps.
 */
export interface QueryCache {
  bitmap: (key: string, compute: () => RoaringBitmap32) => RoaringBitmap32;
  bitmaps: (key: string, compute: () => RoaringBitmap32[]) => RoaringBitmap32[];
  value: <T>(key: string, compute: () => T, bytes?: (value: T) => number) => T;
  trim: () => void;
  clear: () => void;
}

const maxBytes = 24 * 1024 * 1024;
const maxEntries = 10_000;
const entryOverheadBytes = 200;

export const createQueryCache = (): QueryCache => {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const evict = (key: string, entry: Entry) => {
    entries.delete(key);
    bytes -= entry.bytes;
    entry.free?.();
  };

  const add = (key: string, entry: Entry) => {
    entries.set(key, entry);
    bytes += entry.bytes;
  };

  const find = (key: string) => {
    const entry = entries.get(key);
    if (entry) {
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry;
  };

  const bitmaps = (key: string, compute: () => RoaringBitmap32[]) => {
    const found = find(key);
    if (found) return found.value as RoaringBitmap32[];
    const value = compute();
    add(key, {
      value,
      bytes: value.reduce((sum, bitmap) => sum + bitmap.getSerializationSizeInBytes('portable'), entryOverheadBytes),
      free: () => {
        for (const bitmap of value) bitmap.dispose();
      },
    });
    return value;
  };

  return {
    bitmap: (key, compute) => bitmaps(key, () => [compute()])[0] as RoaringBitmap32,
    bitmaps,
    value: <T>(key: string, compute: () => T, sizeOf?: (value: T) => number) => {
      const found = find(key);
      if (found) return found.value as T;
      const value = compute();
      add(key, { value, bytes: entryOverheadBytes + (sizeOf?.(value) ?? 0), free: undefined });
      return value;
    },
    trim: () => {
      for (const [key, entry] of entries) {
        if (bytes <= maxBytes && entries.size <= maxEntries) return;
        evict(key, entry);
      }
    },
    clear: () => {
      for (const [key, entry] of entries) evict(key, entry);
    },
  };
};

/** Thousands of words share a prefix this short. */
const maxLetters = 2;

export const isShortPrefix = (prefix: string): boolean => prefix.length <= maxLetters;

export interface WordsOfVideo {
  title: string[];
  /** Words of its other searched texts, tags and performers. */
  others: string[];
}

/**
 * An LRU cache of the videos by prefixes of one or two letters. Uniting the postings of thousands of words is slow, so
 * changes of a video update the cached bitmaps instead of evicting them.
 */
export interface ShortPrefixes {
  /** `compute` must return a new bitmap. It is called if the prefix isn't cached. */
  videos: (prefix: string, titleOnly: boolean, compute: () => RoaringBitmap32) => RoaringBitmap32;
  /** Call it when the words of a video have changed. */
  update: (ordinal: number, wordsOf: () => WordsOfVideo) => void;
  /** Evicts the least recently used entries. Don't call it while a query may use their bitmaps. */
  trim: (maxBytes: number) => void;
  clear: () => void;
}

const keyOf = (prefix: string, titleOnly: boolean) => `${titleOnly ? 'title' : 'anywhere'} ${prefix}`;

export const createShortPrefixes = (): ShortPrefixes => {
  const cached = new Map<string, { videos: RoaringBitmap32; bytes: number }>();
  let bytes = 0;

  const evict = (key: string) => {
    const entry = cached.get(key);
    if (!entry) return;
    cached.delete(key);
    bytes -= entry.bytes;
    entry.videos.dispose();
  };

  const store = (key: string, videos: RoaringBitmap32) => {
    const entry = { videos, bytes: videos.getSerializationSizeInBytes('portable') };
    cached.set(key, entry);
    bytes += entry.bytes;
    return entry;
  };

  const add = (ordinal: number, words: string[], titleOnly: boolean) => {
    for (const word of words)
      for (let letters = 1; letters <= maxLetters; letters++)
        cached.get(keyOf(word.slice(0, letters), titleOnly))?.videos.add(ordinal);
  };

  return {
    videos: (prefix, titleOnly, compute) => {
      const key = keyOf(prefix, titleOnly);
      const known = cached.get(key);
      if (!known) return store(key, compute()).videos;
      cached.delete(key);
      cached.set(key, known);
      return known.videos;
    },
    update: (ordinal, wordsOf) => {
      if (cached.size === 0) return;
      const { title, others } = wordsOf();
      for (const { videos } of cached.values()) videos.delete(ordinal);
      add(ordinal, title, true);
      add(ordinal, [...title, ...others], false);
    },
    trim: (maxBytes) => {
      for (const key of cached.keys()) {
        if (bytes <= maxBytes) return;
        evict(key);
      }
    },
    clear: () => {
      for (const key of cached.keys()) evict(key);
    },
  };
};
