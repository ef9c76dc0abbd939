import { useSyncExternalStore } from 'react';

/**
 * A JSON value in the browser's storage, with a hook that subscribes to its changes. Storage may contain anything: `valid`
 * takes what fits from it, and returns the default for `undefined`.
 */
export const browserStore = <T>(
  key: string,
  valid: (stored: unknown) => T,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
) => {
  const defaultValue = valid(undefined);
  // useSyncExternalStore needs the same object while the stored text is unchanged.
  let last: { text: string | null; value: T } = { text: null, value: defaultValue };

  /** The value if storage is blocked or full; lost when the document is unloaded. */
  let unstored: string | undefined;

  const read = (): T => {
    let text: string | null = null;
    try {
      text = unstored ?? window[area].getItem(key);
      if (text !== last.text) last = { text, value: text === null ? defaultValue : valid(JSON.parse(text)) };
    } catch {
      last = { text, value: defaultValue };
    }
    return last.value;
  };

  /** Says why the value could not be stored. It is then used until the document is unloaded. */
  const write = (value: T): 'full' | 'blocked' | undefined => {
    unstored = JSON.stringify(value);
    let problem: 'full' | 'blocked' | undefined;
    try {
      window[area].setItem(key, unstored);
      unstored = undefined;
    } catch (error) {
      problem = (error as Error).name === 'QuotaExceededError' ? 'full' : 'blocked';
    }
    dispatchEvent(new CustomEvent(key, { detail: value }));
    return problem;
  };

  const subscribe = (changed: () => void) => {
    addEventListener(key, changed);
    addEventListener('storage', changed);
    return () => {
      removeEventListener(key, changed);
      removeEventListener('storage', changed);
    };
  };

  const use = () => useSyncExternalStore(subscribe, read, () => defaultValue);
  /** Whether the value is still there after the document was unloaded. */
  const isLasting = () => unstored === undefined;

  return { read, write, use, isLasting };
};
