/**
 * What a page stores with its entry of the session history, so that it is as it was when the visitor comes back: within
 * the site, from another one, or after a reload. React Router keeps its own fields there and ignores others.
 */
export const readHistoryEntry = <T>(key: string): T | undefined => (history.state as Record<string, T> | null)?.[key];

export const writeHistoryEntry = (key: string, value: unknown) =>
  history.replaceState({ ...history.state, [key]: value }, '');

/** Where React Router stores how far each entry of the session history was scrolled when its document was left. */
export const scrollPositionsKey = 'scroll-positions';

/** Scrolls again, for a page that was too short when React Router did. */
export const restoreScrollPosition = () => {
  try {
    const positions = JSON.parse(sessionStorage.getItem(scrollPositionsKey) ?? '{}') as Record<string, number>;
    const top = positions[history.state?.key ?? 'default'];
    if (top !== undefined) scrollTo({ top, behavior: 'instant' });
  } catch {
    // Storage is blocked: the page stays where it is.
  }
};
