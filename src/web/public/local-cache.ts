/** How long a random set is cached in localStorage, and shown before it is fetched again. */
export const maxAgeMs = 600_000;

export const readCached = <T>(key: string): T | undefined => {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; value: T } | null;
    return entry && Date.now() - entry.at < maxAgeMs ? entry.value : undefined;
  } catch {
    return undefined;
  }
};

export const writeCached = (key: string, value: unknown) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // Storage is blocked or full: the set is fetched again next time.
  }
};
