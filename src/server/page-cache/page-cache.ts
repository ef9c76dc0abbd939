import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { CacheState } from '../response-counts.ts';
import { isLarge, removedTags, tagsOf } from './cache-tags.ts';
import { bodyOf, type CachedPage, type FreshPage, recompress } from './cached-page.ts';
import type { Encoding } from './encoding.ts';
import { createPageStore } from './page-store.ts';
import { createRecentChanges } from './recent-changes.ts';
import { OverloadedError } from './render-queue.ts';

export interface PageCacheOptions {
  maxBytes: number;
  index: Pick<CatalogueIndex, 'onChange'>;
  render: (key: string, encoding: Encoding) => Promise<FreshPage>;
  /** Called when work in the background fails: revalidating or recompressing a page. */
  onError: (error: unknown, key: string) => void;
}

export interface PageCache {
  /** The page if it is cached. A stale page is served once more while it is revalidated in the background. */
  getCached: (key: string, encoding: Encoding) => CachedPage | undefined;
  /** The page, rendered if it isn't cached. Concurrent requests share one render (no stampede). */
  get: (key: string, encoding: Encoding) => Promise<CachedPage>;
  /** The page's body in an encoding, which is cached from then on. */
  getBody: (key: string, page: CachedPage, encoding: Encoding) => Promise<Buffer>;
  stats: () => { pages: number; bytes: number };
}

/** View counts on a page may be this old. */
const freshMs = 60_000;
/** Older pages are never served. */
const maxAgeMs = 600_000;
/** For how long pages are still served that a large change has made out of date, and that are rendered anew meanwhile. */
const maxExpiredMs = 2_000;
/** Longer URLs are hardly requested twice, so caching them only wastes space. */
const maxKeyLength = 500;

const isCacheable = (status: number) => status < 400 || status === 404 || status === 410;

/** Whether a page from the cache is one that is served while it is revalidated. */
export const cacheStateOf = ({ renderedAt, expiredAt }: CachedPage, now = performance.now()): CacheState =>
  expiredAt !== undefined || now - renderedAt > freshMs ? 'stale' : 'hit';

/** What has become out of date while a page was being rendered. */
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

  /** Visitors of popular pages need not wait for renders again and again while thousands of videos change. */
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
    const isOutOfDate = pending.isAllInvalidated || !pending.invalidated.isDisjointFrom(page.tags);
    if (!pending.expired.isDisjointFrom(page.tags)) page.expiredAt = performance.now();
    if (isComplete && !isOutOfDate && isCacheable(page.status) && key.length <= maxKeyLength) store.set(key, page);
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
