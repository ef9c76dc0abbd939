/**
 * State that a page stores in its session history entry, to restore it when the visitor comes back from another page or
 * site, or reloads. React Router keeps its own fields there and ignores others.
 */
export const readHistoryEntry = <T>(key: string): T | undefined => (history.state as Record<string, T> | null)?.[key];

export const writeHistoryEntry = (key: string, value: unknown) =>
  history.replaceState({ ...history.state, [key]: value }, '');

/** The sessionStorage key under which React Router stores the scroll position of each history entry. */
export const scrollPositionsKey = 'scroll-positions';

/** Restores the scroll position again, for a page that was too short when React Router did. */
export const restoreScrollPosition = () => {
  try {
    const positions = JSON.parse(sessionStorage.getItem(scrollPositionsKey) ?? '{}') as Record<string, number>;
    const top = positions[history.state?.key ?? 'default'];
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  } catch {
    // Storage is blocked.
  }
};
