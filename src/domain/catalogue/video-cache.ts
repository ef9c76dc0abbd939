import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { type Video, videosByIds } from './videos.ts';

/** The videos that visitors look at most, at hand: nearly every page of a list is made without asking the database. */
export interface VideoCache {
  /** The live ones of some videos, in the order of their ids as given. */
  byIds: (ids: readonly number[]) => Promise<Video[]>;
}

const mostBytes = 24 * 1024 * 1024;
const bytesOfObjects = 700;
const bytesOfSlug = 48;

const bytesOf = ({ title, description, imageUrl, altKeywords, link, iframeUrl, tags, performers }: Video) =>
  bytesOfObjects +
  bytesOfSlug * (tags.length + performers.length) +
  [title, description, imageUrl, altKeywords, link, iframeUrl].reduce((sum, text) => sum + text.length, 0);

/**
 * Reads the primary, never a replica: what a replica has not heard of yet would be kept for good. A video is taken from
 * the shelf when it changes, and one that was read while anything changed is not put there.
 */
export const createVideoCache = (db: Db, index: Pick<CatalogueIndex, 'viewsOf' | 'onChange'>): VideoCache => {
  const shelf = new LRUCache<number, Video>({ maxSize: mostBytes, sizeCalculation: bytesOf });
  let changes = 0;
  index.onChange((touched) => {
    changes++;
    if (touched === 'everything' || touched.renamed) shelf.clear();
    else for (const id of touched.videos) shelf.delete(id);
  });

  const fetchMissing = async (missing: number[], found: Map<number, Video>) => {
    const before = changes;
    for (const video of await videosByIds(db, missing)) {
      found.set(video.id, video);
      if (changes === before) shelf.set(video.id, video);
    }
  };

  return {
    byIds: async (ids) => {
      const found = new Map<number, Video>();
      const missing: number[] = [];
      for (const id of ids) {
        const video = shelf.get(id);
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
