import { LRUCache } from 'lru-cache';
import { windowMs } from '#contract/values/lists.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { CacheState } from '../response-counts.ts';
import { isLarge, removedTags, tagsOf } from './cache-tags.ts';
import { bodyOf, type CachedPage, type Encoding, type FreshPage, recompress } from './cached-page.ts';
import { OverloadedError } from './render-queue.ts';

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
  withTags: (tags: ReadonlySet<string>) => [key: string, page: CachedPage][];
  delete: (key: string) => void;
  clear: () => void;
  stats: () => { pages: number; bytes: number };
}

/** The fraction of the space that is reserved for pages on probation. */
const probationShare = 0.2;
const hitsToPromote = 2;
const hitsHalfLifeMs = 600_000;
const bytesPerTag = 60;
const bytesPerPage = 1_500;

const bytesOf = ({ bodies, tags }: CachedPage) =>
  Object.values(bodies).reduce((sum, body) => sum + body.length, bytesPerPage + tags.size * bytesPerTag);

/**
 * A segmented LRU cache. New pages start on probation. A page that is requested again becomes popular if there is
 * space, or if it has at least as many hits as the least recently used popular page. So a flood of URLs that are
 * requested once or a few times each (crawlers) passes through probation without evicting popular pages.
 */
export const createPageStore = (maxBytes: number, onPromoted: (key: string, page: CachedPage) => void): PageStore => {
  const segment = (maxSize: number) => new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ bytes }) => bytes });
  const probation = segment(Math.ceil(maxBytes * probationShare));
  const popular = segment(Math.ceil(maxBytes * (1 - probationShare)));

  let halvedAt = performance.now();
  /** Decays hits over time, so that a page that was once popular can be evicted. */
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

/** Remembers when cache tags were last invalidated. All times are Unix times in ms. */
export interface RecentChanges {
  /** Records that these tags have just changed; without tags, everything. */
  add: (tags?: ReadonlySet<string>) => void;
  /** When a page with these tags, rendered at `renderedAt`, last changed, rounded down to seconds. */
  latestOf: (tags: ReadonlySet<string>, renderedAt: number) => number;
}

/** Beyond this number, for example after an import, everything counts as changed. */
const maxTags = 20_000;

const windowStart = (time: number) => Math.floor(time / windowMs) * windowMs;

/**
 * Remembers the changes of the current ten-minute window. Earlier ones don't matter: the random sets on every page
 * change when a window starts. View counts aren't tracked as changes; they only change the ETag.
 */
export const createRecentChanges = (): RecentChanges => {
  const changedAt = new Map<string, number>();
  // Changes made while the site was not running are unknown.
  let allChangedAt = Date.now();

  const forgetBefore = (start: number) => {
    // In chronological order, because add() moves a tag to the end.
    for (const [tag, time] of changedAt) {
      if (time >= start) return;
      changedAt.delete(tag);
    }
  };

  return {
    add: (tags) => {
      const now = Date.now();
      forgetBefore(windowStart(now));
      if (tags === undefined || changedAt.size + tags.size > maxTags) {
        changedAt.clear();
        allChangedAt = now;
        return;
      }
      for (const tag of tags) {
        changedAt.delete(tag);
        changedAt.set(tag, now);
      }
    },
    latestOf: (tags, renderedAt) => {
      let latest = windowStart(renderedAt);
      const consider = (time: number) => {
        // The page may not reflect a change made while it was being rendered.
        if (time <= renderedAt && time > latest) latest = time;
      };
      consider(allChangedAt);
      for (const tag of tags) consider(changedAt.get(tag) ?? 0);
      return Math.floor(latest / 1000) * 1000;
    },
  };
};

export interface PageCacheOptions {
  maxBytes: number;
  index: Pick<CatalogueIndex, 'onChange'>;
  render: (key: string, encoding: Encoding) => Promise<FreshPage>;
  /** Called when a page cannot be revalidated or recompressed in the background. */
  onError: (error: unknown, key: string) => void;
}

export interface PageCache {
  /** The page if it is cached. Stale pages are served while they are revalidated in the background. */
  getCached: (key: string, encoding: Encoding) => CachedPage | undefined;
  /** The page, rendered if it isn't cached. Concurrent requests share one render, which prevents a stampede. */
  get: (key: string, encoding: Encoding) => Promise<CachedPage>;
  /** The page's body in an encoding, which is cached too. */
  getBody: (key: string, page: CachedPage, encoding: Encoding) => Promise<Buffer>;
  stats: () => { pages: number; bytes: number };
}

/** Older pages are revalidated, mainly to update their view counts. */
const freshMs = 60_000;
/** Older pages are never served. */
const maxAgeMs = 600_000;
/** How long a page is still served after a large change made it stale, while it is rendered again. */
const maxExpiredMs = 2_000;
/** Longer URLs are rarely requested twice, so caching them only wastes space. */
const maxKeyLength = 500;

const isCacheable = (status: number) => status < 400 || status === 404 || status === 410;

export const cacheStateOf = ({ renderedAt, expiredAt }: CachedPage, now = performance.now()): CacheState =>
  expiredAt !== undefined || now - renderedAt > freshMs ? 'stale' : 'hit';

/** The tags that changed while a page was being rendered. */
interface PendingRender {
  invalidated: Set<string>;
  expired: Set<string>;
  isAllInvalidated: boolean;
}

export const createPageCache = ({ maxBytes, index, render, onError }: PageCacheOptions): PageCache => {
  const store = createPageStore(maxBytes, (key, page) => {
    recompress(page).then(
      () => store.measure(key, page),
      (error: unknown) => onError(error, key),
    );
  });
  /** Renders that new requests may share. */
  const inFlight = new Map<string, Promise<CachedPage>>();
  const pendingRenders = new Set<PendingRender>();
  const recentChanges = createRecentChanges();

  const invalidate = (tags: ReadonlySet<string>) => {
    for (const [key] of store.withTags(tags)) store.delete(key);
    for (const { invalidated } of pendingRenders) for (const tag of tags) invalidated.add(tag);
    // Requests after a change must not share a render that started before it.
    inFlight.clear();
  };

  const invalidateEverything = () => {
    store.clear();
    for (const pending of pendingRenders) pending.isAllInvalidated = true;
    inFlight.clear();
  };

  /** Marks pages as stale, so that visitors don't wait for renders over and over while thousands of videos change. */
  const expire = (tags: ReadonlySet<string>) => {
    for (const [, page] of store.withTags(tags)) page.expiredAt ??= performance.now();
    for (const { expired } of pendingRenders) for (const tag of tags) expired.add(tag);
  };

  index.onChange((change) => {
    if (change === 'everything' || change.renamed) {
      invalidateEverything();
      recentChanges.add();
      return;
    }
    const tags = tagsOf(change);
    if (!isLarge(change)) invalidate(tags);
    else {
      if (change.removed.size > 0) invalidate(removedTags(change));
      expire(tags);
    }
    recentChanges.add(tags);
  });

  const renderAndStore = async (key: string, encoding: Encoding, pending: PendingRender): Promise<CachedPage> => {
    const startedAt = Date.now();
    const { page, isComplete } = await render(key, encoding);
    page.lastModified = recentChanges.latestOf(page.tags, startedAt);
    const isInvalidated = pending.isAllInvalidated || !pending.invalidated.isDisjointFrom(page.tags);
    if (!pending.expired.isDisjointFrom(page.tags)) page.expiredAt = performance.now();
    if (isComplete && !isInvalidated && isCacheable(page.status) && key.length <= maxKeyLength) store.set(key, page);
    return page;
  };

  const startRender = (key: string, encoding: Encoding): Promise<CachedPage> => {
    const pending: PendingRender = { invalidated: new Set(), expired: new Set(), isAllInvalidated: false };
    pendingRenders.add(pending);
    const page = renderAndStore(key, encoding, pending).finally(() => {
      pendingRenders.delete(pending);
      if (inFlight.get(key) === page) inFlight.delete(key);
    });
    inFlight.set(key, page);
    return page;
  };

  const revalidate = (key: string, encoding: Encoding) =>
    startRender(key, encoding).catch((error: unknown) => {
      if (!(error instanceof OverloadedError)) onError(error, key);
    });

  const getCached = (key: string, encoding: Encoding) => {
    const page = store.get(key);
    if (!page) return undefined;
    const now = performance.now();
    const isTooOld = now - page.renderedAt > maxAgeMs || now - (page.expiredAt ?? now) > maxExpiredMs;
    if (isTooOld) return undefined;
    if (cacheStateOf(page, now) === 'stale' && !inFlight.has(key)) void revalidate(key, encoding);
    return page;
  };

  return {
    getCached,
    get: async (key, encoding) => getCached(key, encoding) ?? (await (inFlight.get(key) ?? startRender(key, encoding))),
    getBody: async (key, page, encoding) => {
      const isNew = page.bodies[encoding] === undefined;
      const body = await bodyOf(page, encoding);
      if (isNew) store.measure(key, page);
      return body;
    },
    stats: store.stats,
  };
};
