import { useEffect } from 'react';
import { useSite } from '../../components/use-site.ts';
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
  const { imageProxy } = useSite().settings;
  const cached = () => (typeof localStorage === 'undefined' ? undefined : readCached<PerformerImages>(key));
  const images = Object.entries(fromPage ?? cached() ?? {});
  // What was cached before the image proxy was turned on may lead to other sites.
  return new Map(imageProxy ? images.filter(([, image]) => image.startsWith('/')) : images);
};
