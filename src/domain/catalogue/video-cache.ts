import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { type Video, videosByIds } from './videos.ts';

/** Keeps the most requested videos in memory, so that most list pages need no query. */
export interface VideoCache {
  /** In the order of the given ids, without deleted videos. */
  byIds: (ids: readonly number[]) => Promise<Video[]>;
}

const maxBytes = 24 * 1024 * 1024;
const bytesOfObjects = 700;
const bytesOfSlug = 48;

const bytesOf = ({
  title,
  description,
  imageUrl,
  altKeywords,
  link,
  iframeUrl,
  previewUrls,
  tags,
  performers,
}: Video) =>
  bytesOfObjects +
  bytesOfSlug * (tags.length + performers.length) +
  [title, description, imageUrl, altKeywords, link, iframeUrl, ...previewUrls].reduce(
    (sum, text) => sum + text.length,
    0,
  );

/**
 * Reads the primary: a lagging replica could fill the cache with old records that nothing invalidates any more. Changed
 * videos are evicted, and a video that was read while anything changed is not cached.
 */
export const createVideoCache = (db: Db, index: Pick<CatalogueIndex, 'viewsOf' | 'onChange'>): VideoCache => {
  const cached = new LRUCache<number, Video>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  let changes = 0;
  index.onChange((invalidation) => {
    changes++;
    if (invalidation === 'everything' || invalidation.renamed) cached.clear();
    else for (const id of invalidation.videos) cached.delete(id);
  });

  const fetchMissing = async (missing: number[], found: Map<number, Video>) => {
    const before = changes;
    for (const video of await videosByIds(db, missing)) {
      found.set(video.id, video);
      if (changes === before) cached.set(video.id, video);
    }
  };

  return {
    byIds: async (ids) => {
      const found = new Map<number, Video>();
      const missing: number[] = [];
      for (const id of ids) {
        const video = cached.get(id);
        if (video) found.set(id, video);
        else missing.push(id);
      }
      if (missing.length > 0) await fetchMissing(missing, found);
      return ids.flatMap((id) => {
        const video = found.get(id);
        return video ? { ...video, views: Math.max(video.views, index.viewsOf(id)) } : [];
      });
    },
  };
};
