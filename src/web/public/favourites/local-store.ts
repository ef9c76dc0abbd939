import { useSyncExternalStore } from 'react';

/** Something of the visitor's own: it is kept in this browser and never sent anywhere. */
export const localStore = <T>(key: string, defaultValue: T) => {
  // The same object for the same text, as React asks of a snapshot.
  let last: { text: string | null; value: T } = { text: null, value: defaultValue };

  const read = (): T => {
    let text: string | null = null;
    try {
      text = localStorage.getItem(key);
      if (text !== last.text) last = { text, value: text === null ? defaultValue : (JSON.parse(text) as T) };
    } catch {
      last = { text, value: defaultValue };
    }
    return last.value;
  };

  const write = (value: T) => {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing has nothing to show either.
    }
    dispatchEvent(new Event(key));
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
  return { read, write, use };
};
