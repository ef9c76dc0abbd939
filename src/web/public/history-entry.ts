/**
 * What a page stores with its entry of the session history, so that it is as it was when the visitor comes back: within
 * the site, from another one, or after a reload. React Router keeps its own fields there and ignores others.
 */
export const readHistoryEntry = <T>(key: string): T | undefined => (history.state as Record<string, T> | null)?.[key];

export const writeHistoryEntry = (key: string, value: unknown) =>
  history.replaceState({ ...history.state, [key]: value }, '');
