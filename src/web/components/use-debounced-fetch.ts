import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The last result of `load`, which runs once `key` has not changed for a while; an empty key has none. The result of an
 * earlier key stays until the next one arrives: compare the keys where that would be wrong.
 */
export const useDebouncedFetch = <Result>(key: string, debounceMs: number, load: () => Promise<Result>) => {
  const [last, setLast] = useState<{ key: string; result: Result }>();
  const loadCurrent = useEffectEvent(load);

  useEffect(() => {
    if (key === '') {
      setLast(undefined);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      loadCurrent().then(
        // A slow response for an earlier key must not replace a later one.
        (result) => isCurrent && setLast({ key, result }),
        (error: unknown) => console.warn(error),
      );
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, debounceMs]);

  return last;
};
