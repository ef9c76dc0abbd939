import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The last result of `load`, which runs when `key` hasn't changed for a while; undefined for an empty key. The result
 * of the previous key is kept until the next one arrives: compare the keys if it must not be used.
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
