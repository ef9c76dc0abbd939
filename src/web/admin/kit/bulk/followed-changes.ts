import { useSyncExternalStore } from 'react';
import type { BulkChange } from '../records/bulk-change.ts';

/** Bulk changes whose progress is shown on every screen, until somebody closes them. */
let followed: readonly BulkChange[] = [];
const listeners = new Set<() => void>();
const storageKey = 'marquee.followedBulkChanges';

const set = (changed: readonly BulkChange[]) => {
  followed = changed;
  // Ids survive a reload of the page.
  sessionStorage.setItem(storageKey, JSON.stringify(changed.map(({ id }) => id)));
  for (const listener of listeners) listener();
};

/** Shows the progress of a bulk change, or its newer state. */
export const follow = (bulkChange: BulkChange) => {
  const isKnown = followed.some(({ id }) => id === bulkChange.id);
  const replaced = followed.map((each) => (each.id === bulkChange.id ? bulkChange : each));
  set(isKnown ? replaced : [...followed, bulkChange]);
};

export const unfollow = ({ id }: Pick<BulkChange, 'id'>) => set(followed.filter((each) => each.id !== id));

/** The ids that were followed before the page was reloaded. */
export const rememberedIds = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[];
  } catch {
    return [];
  }
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFollowedChanges = () =>
  useSyncExternalStore(
    subscribe,
    () => followed,
    () => followed,
  );
