import type { CatalogueIndex } from './catalogue-index.ts';
import type { Invalidation } from './sync/invalidation.ts';

/** Loads a value once and returns it until a change affects it. */
export const memoizeUntilChanged = <T>(
  index: Pick<CatalogueIndex, 'onChange'>,
  affects: (invalidation: Invalidation) => boolean,
  load: () => Promise<T>,
): (() => Promise<T>) => {
  let cached: Promise<T> | undefined;
  index.onChange((invalidation) => {
    if (invalidation === 'everything' || affects(invalidation)) cached = undefined;
  });
  return () => {
    if (cached) return cached;
    const loading = load();
    cached = loading;
    // Don't cache failures.
    loading.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading;
  };
};
