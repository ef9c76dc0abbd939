import { useEffect, useEffectEvent, useState } from 'react';
import { windowMs } from '#contract/values/lists.ts';
import { useIsHydrated } from '../components/use-is-hydrated.ts';

/** How long a random set is cached in localStorage, and shown before it is fetched again. */
const maxAgeMs = windowMs;

interface Entry<T> {
  at: number;
  value: T;
}

/** What was cached last, however old it is. */
const readEntry = <T>(key: string): Entry<T> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<T> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** How long an entry is still to be shown; 0 if it has expired. */
const remainingMs = (entry: Entry<unknown>) => Math.max(0, entry.at + maxAgeMs - Date.now());

export const readCached = <T>(key: string): T | undefined => {
  const entry = readEntry<T>(key);
  return entry && remainingMs(entry) > 0 ? entry.value : undefined;
};

export const writeCached = (key: string, value: unknown) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // Storage is blocked or full: the set is fetched again next time.
  }
};

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A random set: cached in this browser, or sent with the page, or fetched; replaced ten minutes after it was first shown.
 * The server sends everybody the same set for ten minutes, so that a full load seldom brings another one than the cached.
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
  /** Returns when the set is to be replaced. */
  const start = useEffectEvent(() => {
    const cached = readEntry<T>(key);
    const isSame = areEqual(cached?.value, set);
    if (cached && remainingMs(cached) > 0) {
      if (!isSame) setSet(cached.value);
      return remainingMs(cached);
    }
    // A page from a cache may bring the set that this browser has shown for ten minutes already.
    if (set === null || isSame) refresh();
    else writeCached(key, set);
    return maxAgeMs;
  });
  useEffect(() => {
    const renew = () => {
      refresh();
      timer = setTimeout(renew, maxAgeMs);
    };
    let timer = setTimeout(renew, start());
    return () => clearTimeout(timer);
  }, []);

  return set;
};
