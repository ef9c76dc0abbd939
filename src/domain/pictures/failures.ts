import { LRUCache } from 'lru-cache';

/** Gone: the host says so, or what it sends is no picture. Passing: the host is slow, away or refuses for now. */
export type FailureKind = 'gone' | 'passing';

interface Failure {
  count: number;
  until: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** After the first failure, and at most. Each further failure doubles the time. */
const pauses: Record<FailureKind, { first: number; longest: number }> = {
  gone: { first: hour, longest: 7 * 24 * hour },
  passing: { first: minute / 2, longest: hour },
};
/** A size, because lru-cache reserves the memory for `max` entries at once. */
const bounds = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Remembers what could not be loaded, so that the same host is not asked for the same again and again. */
export const createFailures = (now = Date.now) => {
  const failures = new LRUCache<string, Failure>(bounds);
  return {
    isPaused: (key: string) => (failures.get(key)?.until ?? 0) > now(),
    add: (key: string, kind: FailureKind) => {
      const { first, longest } = pauses[kind];
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { count, until: now() + Math.min(longest, first * 2 ** (count - 1)) });
    },
    clear: (key: string) => failures.delete(key),
  };
};
