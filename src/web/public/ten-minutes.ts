/** How long a random set stays, in the browser's store and on the screen. */
export const tenMinutes = 600_000;

export const readFresh = <T>(key: string): T | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; value: T } | null;
    return kept && Date.now() - kept.at < tenMinutes ? kept.value : undefined;
  } catch {
    return undefined;
  }
};

export const keepFresh = (key: string, value: unknown) => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // Without a store the set is simply asked for again.
  }
};
