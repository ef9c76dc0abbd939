import type { CatalogueIndex } from './catalogue-index.ts';
import type { Invalidation } from './sync/invalidation.ts';

/** Reads something once and gives that answer until a change touches it. */
export const memoizeUntilChanged = <T>(
  index: Pick<CatalogueIndex, 'onChange'>,
  isTouched: (touched: Invalidation) => boolean,
  read: () => Promise<T>,
): (() => Promise<T>) => {
  let kept: Promise<T> | undefined;
  index.onChange((touched) => {
    if (touched === 'everything' || isTouched(touched)) kept = undefined;
  });
  return () => {
    if (kept) return kept;
    const reading = read();
    kept = reading;
    // A failure is the asker's alone: the next one reads again.
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  };
};
