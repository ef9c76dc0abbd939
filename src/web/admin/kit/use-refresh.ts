import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Loads the screen again some time after it was loaded, as long as somebody can see it; never, without a time. */
export const useRefresh = (everyMs: number | undefined) => {
  const { revalidate, state } = useRevalidator();
  const isLoading = state === 'loading';
  useEffect(() => {
    // Another call would cancel the one that is running: with a slow answer, none would ever arrive.
    if (isLoading || everyMs === undefined) return;
    const refresh = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    const timer = setTimeout(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [revalidate, isLoading, everyMs]);
  return { refresh: revalidate, isLoading };
};
