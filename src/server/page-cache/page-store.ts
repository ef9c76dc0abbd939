import { LRUCache } from 'lru-cache';
import type { KeptPage } from './kept-page.ts';

interface Entry {
  page: KeptPage;
  bytes: number;
  hits: number;
}

/** Pages by address, bounded in bytes. */
export interface PageStore {
  get: (address: string) => KeptPage | undefined;
  set: (address: string, page: KeptPage) => void;
  /** Measures a page again that has been made in another encoding, if it is still there. */
  measure: (address: string, page: KeptPage) => void;
  /** Takes out every page that shows any of this. */
  drop: (keys: ReadonlySet<string>) => void;
  clear: () => void;
  stats: () => { pages: number; bytes: number };
}

/** The part of the room in which a page must prove itself. */
const newcomers = 0.2;
const hitsToStay = 2;
const halfLifeMs = 600_000;
const bytesOfKey = 60;
const bytesOfObjects = 1_500;

const bytesOf = ({ bodies, keys }: KeptPage) =>
  Object.values(bodies).reduce((sum, body) => sum + body.length, bytesOfObjects + keys.size * bytesOfKey);

/**
 * A new page takes a place among the newcomers. Asked for again it moves up to the popular ones, if there is room or if
 * the one that was not asked for the longest has been asked for less often. So a flood of addresses, each asked for
 * once or a few times, passes through the newcomers and leaves the popular pages where they are.
 */
export const createPageStore = (mostBytes: number, onPopular: (address: string, page: KeptPage) => void): PageStore => {
  const shelf = (maxSize: number) => new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ bytes }) => bytes });
  const fresh = shelf(Math.ceil(mostBytes * newcomers));
  const popular = shelf(Math.ceil(mostBytes * (1 - newcomers)));

  let countedSince = Date.now();
  /** What was asked for long ago counts less and less. */
  const halveHits = () => {
    if (Date.now() - countedSince < halfLifeMs) return;
    countedSince = Date.now();
    for (const entry of popular.values()) entry.hits = Math.floor(entry.hits / 2);
  };

  const makesRoom = (entry: Entry) => {
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

  const homeOf = (address: string) => (popular.has(address) ? popular : fresh);

  const set = (address: string, page: KeptPage) => {
    const home = homeOf(address);
    home.set(address, { page, bytes: address.length + bytesOf(page), hits: home.peek(address)?.hits ?? 0 });
  };

  return {
    get: (address) => {
      const entry = popular.get(address) ?? fresh.get(address);
      if (!entry) return undefined;
      entry.hits++;
      if (entry.hits >= hitsToStay && fresh.has(address) && makesRoom(entry)) {
        fresh.delete(address);
        popular.set(address, entry);
        onPopular(address, entry.page);
      }
      return entry.page;
    },
    set,
    measure: (address, page) => {
      if (homeOf(address).peek(address)?.page === page) set(address, page);
    },
    drop: (keys) => {
      for (const home of [fresh, popular])
        for (const [address, { page }] of home.entries()) if (!page.keys.isDisjointFrom(keys)) home.delete(address);
    },
    clear: () => {
      fresh.clear();
      popular.clear();
    },
    stats: () => ({
      pages: fresh.size + popular.size,
      bytes: fresh.calculatedSize + popular.calculatedSize,
    }),
  };
};
