import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWakeSignal } from '#domain/search/sync/rounds.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** How long a sleep of up to a second takes, in fake milliseconds. */
const sleepMs = async (signal: ReturnType<typeof createWakeSignal>, wakeAfterMs?: number) => {
  const startedAt = Date.now();
  const slept = signal.sleep(1_000).then(() => Date.now() - startedAt);
  if (wakeAfterMs !== undefined) {
    await vi.advanceTimersByTimeAsync(wakeAfterMs);
    signal.wake();
  }
  await vi.advanceTimersByTimeAsync(1_000);
  return slept;
};

test('a sleep ends after its time', async () => {
  expect(await sleepMs(createWakeSignal())).toBe(1_000);
});

test('a signal ends the sleep early', async () => {
  expect(await sleepMs(createWakeSignal(), 300)).toBe(300);
});

test('a signal before the sleep ends it at once', async () => {
  const signal = createWakeSignal();
  signal.wake();
  expect(await sleepMs(signal)).toBe(0);
});

test('a reset forgets earlier signals, but not later ones', async () => {
  const signal = createWakeSignal();
  signal.wake();
  signal.reset();
  expect(await sleepMs(signal)).toBe(1_000);
  signal.reset();
  signal.wake();
  expect(await sleepMs(signal)).toBe(0);
});

test('an early wake-up leaves no timer behind', async () => {
  const signal = createWakeSignal();
  const slept = signal.sleep(1_000);
  signal.wake();
  await slept;
  expect(vi.getTimerCount()).toBe(0);
});
