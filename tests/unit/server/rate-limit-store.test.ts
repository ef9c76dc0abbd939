import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RateLimitStore } from '#server/connections/rate-limits.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const count = (store: RateLimitStore, key = 'visitor') => {
  let result: { current: number; ttl: number } | undefined;
  store.incr(
    key,
    (_error, counted) => {
      result = counted;
    },
    minute,
    600,
  );
  return result;
};

it('counts per visitor and window', () => {
  const store = new RateLimitStore();
  expect(count(store)).toEqual({ current: 1, ttl: minute });
  vi.advanceTimersByTime(minute - 1);
  expect(count(store)).toEqual({ current: 2, ttl: 1 });
  expect(count(store, 'other')).toEqual({ current: 1, ttl: minute });
  vi.advanceTimersByTime(1);
  expect(count(store)).toEqual({ current: 1, ttl: minute });
  expect(count(store.child())).toEqual({ current: 1, ttl: minute });
});

it.each([day, -day])('does not care whether the clock is set by %d ms', (jump) => {
  const store = new RateLimitStore();
  count(store);
  vi.setSystemTime(Date.now() + jump);
  expect(count(store)).toEqual({ current: 2, ttl: minute });
  vi.advanceTimersByTime(minute);
  expect(count(store)).toEqual({ current: 1, ttl: minute });
});
