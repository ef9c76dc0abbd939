import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reloads the screen's data every `everyMs` and when the tab becomes visible; never if it is undefined. */
export const useRefresh = (everyMs: number | undefined) => {
  const { revalidate, state } = useRevalidator();
  const isLoading = state === 'loading';
  useEffect(() => {
    // Revalidating again would cancel the running load, so a slow response would never arrive.
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
