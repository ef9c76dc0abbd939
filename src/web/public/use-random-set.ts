import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { maxAgeMs, readCached, writeCached } from './local-cache.ts';

const nothingToHear = () => () => {};

/** False while the page that came from the server is being taken over, true for whatever is shown after that. */
const useTakenOver = () =>
  useSyncExternalStore(
    nothingToHear,
    () => true,
    () => false,
  );

/**
 * A random set: the one kept in the browser less than ten minutes ago, or the one that came with the page, or a fetched
 * one; renewed every ten minutes while it is on the screen. A page from the server shows its own at first, so that
 * nothing changes under the visitor's eyes.
 */
export const useRandomSet = <T>(key: string, withPage: T | null, fetchSet: () => Promise<T | undefined>) => {
  const takenOver = useTakenOver();
  const [set, setSet] = useState(() => (takenOver ? readCached<T>(key) : undefined) ?? withPage);

  const renew = useEffectEvent(async () => {
    const fresh = await fetchSet().catch((error: unknown) => console.warn(error));
    if (!fresh) return;
    writeCached(key, fresh);
    setSet(fresh);
  });
  const start = useEffectEvent(() => {
    if (set === null) renew();
    else if (set === withPage) writeCached(key, set);
  });
  useEffect(() => {
    start();
    const timer = setInterval(() => renew(), maxAgeMs);
    return () => clearInterval(timer);
  }, []);

  return set;
};
