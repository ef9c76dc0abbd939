import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { type Video, videosByIds } from './videos.ts';

/** Reads published videos from the index, which has them all and follows every change. */
export interface VideoReader {
  /** In the order of the given ids, published ones alone. */
  byIds: (ids: readonly number[]) => Promise<Video[]>;
}

/** The database has the few that the index lacks: those added a moment ago, and those whose record is damaged. */
export const createVideoReader = (db: Db, index: Pick<CatalogueIndex, 'videosByIds' | 'viewsOf'>): VideoReader => ({
  byIds: async (ids) => {
    const indexed: Video[] = index.videosByIds(ids);
    if (indexed.length === ids.length) return indexed;
    const found = new Map(indexed.map((video) => [video.id, video]));
    const missing = ids.filter((id) => !found.has(id));
    for (const video of await videosByIds(db, missing))
      found.set(video.id, { ...video, views: Math.max(video.views, index.viewsOf(video.id)) });
    return ids.flatMap((id) => found.get(id) ?? []);
  },
});
