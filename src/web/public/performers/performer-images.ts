import { useEffect } from 'react';
import { readCached, writeCached } from '../local-cache.ts';

export type PerformerImages = Record<string, string>;

/** A slug may be the name of something that every object has. */
export const imageOf = (images: PerformerImages, slug: string) =>
  Object.hasOwn(images, slug) ? images[slug] : undefined;

const key = 'pornstar-images';

/** The page's images; if the server could not load them, those cached from earlier pages. */
export const usePerformerImages = (fromPage: PerformerImages | null): ReadonlyMap<string, string> => {
  useEffect(() => {
    if (fromPage) writeCached(key, { ...readCached<PerformerImages>(key), ...fromPage });
  }, [fromPage]);
  const cached = () => (typeof localStorage === 'undefined' ? undefined : readCached<PerformerImages>(key));
  return new Map(Object.entries(fromPage ?? cached() ?? {}));
};
