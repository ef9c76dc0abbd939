import { useEffect } from 'react';
import { readCached, writeCached } from '../local-cache.ts';

export type PerformerImages = Record<string, string>;

const key = 'pornstar-images';

/** The images that came with the page, kept for ten minutes for a page whose own could not be had. */
export const usePerformerImages = (withPage: PerformerImages | null): ReadonlyMap<string, string> => {
  useEffect(() => {
    if (withPage) writeCached(key, { ...readCached<PerformerImages>(key), ...withPage });
  }, [withPage]);
  const kept = () => (typeof localStorage === 'undefined' ? undefined : readCached<PerformerImages>(key));
  return new Map(Object.entries(withPage ?? kept() ?? {}));
};
