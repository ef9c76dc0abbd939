import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The last result of `load`, which runs once `key` has not changed for a while; an empty key has none. The result of an
 * earlier key stays until the next one arrives: compare the keys where that would be wrong.
 */
export const useDebouncedFetch = <Result>(
  key: string,
  debounceMs: number,
  load: (signal: AbortSignal) => Promise<Result>,
) => {
  const [last, setLast] = useState<{ key: string; result: Result }>();
  const loadCurrent = useEffectEvent(load);

  useEffect(() => {
    if (key === '') {
      setLast(undefined);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      loadCurrent(signal).then(
        // A slow response for an earlier key must not replace a later one.
        (result) => signal.aborted || setLast({ key, result }),
        (error: unknown) => signal.aborted || console.warn(error),
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, debounceMs]);

  return last;
};
