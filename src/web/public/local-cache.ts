import { useEffect, useEffectEvent, useState } from 'react';
import { windowMs } from '#contract/values/lists.ts';
import { useIsHydrated } from '../components/use-is-hydrated.ts';

/** How long a random set is cached in localStorage and shown before it is replaced. */
const maxAgeMs = windowMs;

interface Entry<T> {
  at: number;
  value: T;
}

/** The cached entry, even if it has expired. */
const readEntry = <T>(key: string): Entry<T> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<T> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Time until the entry expires; 0 if it has. */
const remainingMs = (entry: Entry<unknown>) => Math.max(0, entry.at + maxAgeMs - Date.now());

export const readCached = <T>(key: string): T | undefined => {
  const entry = readEntry<T>(key);
  return entry && remainingMs(entry) > 0 ? entry.value : undefined;
};

export const writeCached = (key: string, value: unknown) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // Storage is blocked or full: fetch the set again next time.
  }
};

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A random set from this browser's cache, the page's loader data or the API, in this order. It is replaced ten minutes
 * after it was first shown. The server sends everyone the same set for ten minutes, so a reload seldom changes it.
 * Hydration starts with the page's own set, to match the server's markup.
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
  /** Returns the time until the set must be replaced. */
  const start = useEffectEvent(() => {
    const cached = readEntry<T>(key);
    const isSame = areEqual(cached?.value, set);
    if (cached && remainingMs(cached) > 0) {
      if (!isSame) setSet(cached.value);
      return remainingMs(cached);
    }
    // A cached page may contain the very set that has just expired here.
    if (set === null || isSame) refresh();
    else writeCached(key, set);
    return maxAgeMs;
  });
  useEffect(() => {
    const refreshRepeatedly = () => {
      refresh();
      timer = setTimeout(refreshRepeatedly, maxAgeMs);
    };
    let timer = setTimeout(refreshRepeatedly, start());
    return () => clearTimeout(timer);
  }, []);

  return set;
};
