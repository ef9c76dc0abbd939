import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const everyMs = 5000;

/** Loads the screen again some seconds after it was loaded, as long as somebody can see it. */
export const useRefresh = () => {
  const { revalidate, state } = useRevalidator();
  const isLoading = state === 'loading';
  useEffect(() => {
    // Another call would cancel the one that is running: with a slow answer, none would ever arrive.
    if (isLoading) return;
    const refresh = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    const timer = setTimeout(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [revalidate, isLoading]);
  return { refresh: revalidate, isLoading };
};
