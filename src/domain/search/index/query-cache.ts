import type { RoaringBitmap32 } from 'roaring-wasm';

interface Entry {
  value: unknown;
  bytes: number;
  free: (() => void) | undefined;
}

/**
 * Intermediate results of queries, cached until the catalogue changes: the next page of a search, and the same search by
 * another visitor, reuse them. An LRU cache that evicts only in `trim`, between queries, because a running query may
 * still use several of its bitmaps.
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
