import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { performerImages } from './performer-images.ts';

/** Keeps the images of suggested performers in memory: the search box asks for them while somebody types. */
export interface PortraitCache {
  /** Image urls by slug, without performers that have none. */
  bySlugs: (slugs: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const maxPortraits = 5_000;

export const createPortraitCache = (db: Db, index: Pick<CatalogueIndex, 'onChange'>): PortraitCache => {
  /** An empty url for a performer without an image. */
  const cached = new LRUCache<string, string>({ max: maxPortraits });
  let changes = 0;
  index.onChange((invalidation) => {
    changes++;
    if (invalidation === 'everything') cached.clear();
    else for (const name of invalidation.names) cached.delete(name.replace(/^performer:/, ''));
  });

  return {
    bySlugs: async (slugs) => {
      const before = changes;
      const found = new Map(slugs.flatMap((slug) => (cached.has(slug) ? [[slug, cached.get(slug) as string]] : [])));
      const missing = slugs.filter((slug) => !found.has(slug));
      if (missing.length > 0) {
        const images = await performerImages(db, missing);
        for (const slug of missing) {
          found.set(slug, images.get(slug) ?? '');
          // What was read before a change may be out of date.
          if (changes === before) cached.set(slug, images.get(slug) ?? '');
        }
      }
      return new Map([...found].filter(([, image]) => image !== ''));
    },
  };
};
