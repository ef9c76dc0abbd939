import { windowMs } from '#contract/values/ten-minutes.ts';

/** How long a random set is cached in localStorage, and shown before it is fetched again. */
export const maxAgeMs = windowMs;

interface Entry<T> {
  at: number;
  value: T;
}

/** What was cached last, however old it is. */
export const readEntry = <T>(key: string): Entry<T> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<T> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** How long an entry is still to be shown; 0 if it has expired. */
export const remainingMs = (entry: Entry<unknown>) => Math.max(0, entry.at + maxAgeMs - Date.now());

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
