import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { maxAgeMs, readCached, writeCached } from './local-cache.ts';

const subscribeToNothing = () => () => {};

/** False while React hydrates the server's HTML, true for components that mount later. */
const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/**
 * A random set: cached in this browser, or sent with the page, or fetched; replaced every ten minutes while it is shown.
 * During hydration the page's own set is used, so that React finds the markup it expects.
 */
export const useRandomSet = <T>(key: string, fromPage: T | null, fetchSet: () => Promise<T | undefined>) => {
  const isHydrated = useIsHydrated();
  const [set, setSet] = useState(() => (isHydrated ? readCached<T>(key) : undefined) ?? fromPage);

  const refresh = useEffectEvent(async () => {
    const fetched = await fetchSet().catch((error: unknown) => console.warn(error));
    if (!fetched) return;
    writeCached(key, fetched);
    setSet(fetched);
  });
  const start = useEffectEvent(() => {
    if (set === null) refresh();
    else if (set === fromPage) writeCached(key, set);
  });
  useEffect(() => {
    start();
    const timer = setInterval(() => refresh(), maxAgeMs);
    return () => clearInterval(timer);
  }, []);

  return set;
};
