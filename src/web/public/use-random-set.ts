import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { keepFresh, readFresh, tenMinutes } from './ten-minutes.ts';

const neverChanges = () => () => {};

/** Whether React is taking over the server's HTML, and so must show what stands there. */
const useHydrating = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

/**
 * A random set that came with the first page, or was kept in the browser less than ten minutes ago, or is fetched;
 * renewed every ten minutes while it is on the screen.
 */
export const useRandomSet = <T>(key: string, withPage: T | null, fetchSet: () => Promise<T | undefined>) => {
  const hydrating = useHydrating();
  const [set, setSet] = useState(() => (hydrating ? withPage : (readFresh<T>(key) ?? withPage)));

  const renew = useEffectEvent(async () => {
    const fresh = await fetchSet().catch((error: unknown) => console.warn(error));
    if (!fresh) return;
    keepFresh(key, fresh);
    setSet(fresh);
  });
  const start = useEffectEvent(() => {
    if (set) return set === withPage && keepFresh(key, set);
    const kept = readFresh<T>(key);
    if (kept) setSet(kept);
    else renew();
  });
  useEffect(() => {
    start();
    const timer = setInterval(() => renew(), tenMinutes);
    return () => clearInterval(timer);
  }, []);

  return set;
};
