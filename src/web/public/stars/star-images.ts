import { useEffect } from 'react';
import { keepFresh, readFresh } from '../ten-minutes.ts';

export type StarImages = Record<string, string>;

const key = 'pornstar-images';

/** The images that came with the page, kept for ten minutes for a page whose own could not be had. */
export const useStarImages = (withPage: StarImages | null): ReadonlyMap<string, string> => {
  useEffect(() => {
    if (withPage) keepFresh(key, { ...readFresh<StarImages>(key), ...withPage });
  }, [withPage]);
  const kept = () => (typeof localStorage === 'undefined' ? undefined : readFresh<StarImages>(key));
  return new Map(Object.entries(withPage ?? kept() ?? {}));
};
