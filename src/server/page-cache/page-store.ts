import { LRUCache } from 'lru-cache';
import type { CachedPage } from './cached-page.ts';

interface Entry {
  page: CachedPage;
  bytes: number;
  hits: number;
}

/** Cached pages by key, bounded in bytes. */
export interface PageStore {
  get: (key: string) => CachedPage | undefined;
  set: (key: string, page: CachedPage) => void;
  /** Updates the size of a page whose bodies changed, if it is still stored. */
  measure: (key: string, page: CachedPage) => void;
  /** The pages with any of these cache tags, by their keys. */
  withTags: (tags: ReadonlySet<string>) => [key: string, page: CachedPage][];
  delete: (key: string) => void;
  clear: () => void;
  stats: () => { pages: number; bytes: number };
}

/** The share of the space for pages on probation. */
const probationShare = 0.2;
const hitsToPromote = 2;
const hitsHalfLifeMs = 600_000;
/** Estimates of what a page takes besides its bodies. */
const bytesPerTag = 60;
const bytesPerPage = 1_500;

const bytesOf = ({ bodies, tags }: CachedPage) =>
  Object.values(bodies).reduce((sum, body) => sum + body.length, bytesPerPage + tags.size * bytesPerTag);

/**
 * A segmented LRU cache. A new page starts on probation. Requested again, it becomes popular if there is space, or if it
 * has at least as many hits as the least recently used popular page. So a flood of URLs that are requested once or a few
 * times each (crawlers) passes through probation without evicting popular pages.
 */
export const createPageStore = (maxBytes: number, onPromoted: (key: string, page: CachedPage) => void): PageStore => {
  const segment = (maxSize: number) => new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ bytes }) => bytes });
  const probation = segment(Math.ceil(maxBytes * probationShare));
  const popular = segment(Math.ceil(maxBytes * (1 - probationShare)));

  let halvedAt = performance.now();
  /** Lets old hits count less, so that a page that was popular once can be evicted. */
  const halveHits = () => {
    if (performance.now() - halvedAt < hitsHalfLifeMs) return;
    halvedAt = performance.now();
    for (const entry of popular.values()) entry.hits = Math.floor(entry.hits / 2);
  };

  /** Evicts popular pages with no more hits than this one until it fits. */
  const makeRoom = (entry: Entry): boolean => {
    if (entry.bytes > popular.maxSize) return false;
    halveHits();
    while (popular.calculatedSize + entry.bytes > popular.maxSize) {
      const [oldest] = popular.rkeys();
      const rival = oldest === undefined ? undefined : popular.peek(oldest);
      if (oldest === undefined || rival === undefined) return true;
      if (rival.hits > entry.hits) return false;
      popular.delete(oldest);
    }
    return true;
  };

  const segmentOf = (key: string) => (popular.has(key) ? popular : probation);

  const set = (key: string, page: CachedPage) => {
    const target = segmentOf(key);
    target.set(key, { page, bytes: key.length + bytesOf(page), hits: target.peek(key)?.hits ?? 0 });
  };

  return {
    get: (key) => {
      const entry = popular.get(key) ?? probation.get(key);
      if (!entry) return undefined;
      entry.hits++;
      if (entry.hits >= hitsToPromote && probation.has(key) && makeRoom(entry)) {
        probation.delete(key);
        popular.set(key, entry);
        onPromoted(key, entry.page);
      }
      return entry.page;
    },
    set,
    measure: (key, page) => {
      if (segmentOf(key).peek(key)?.page === page) set(key, page);
    },
    withTags: (tags) =>
      [...probation.entries(), ...popular.entries()].flatMap(([key, { page }]) =>
        page.tags.isDisjointFrom(tags) ? [] : [[key, page]],
      ),
    delete: (key) => {
      probation.delete(key);
      popular.delete(key);
    },
    clear: () => {
      probation.clear();
      popular.clear();
    },
    stats: () => ({
      pages: probation.size + popular.size,
      bytes: probation.calculatedSize + popular.calculatedSize,
    }),
  };
};
