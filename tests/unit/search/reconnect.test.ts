import { expect, test } from 'vitest';
import { backoffMs, reconnectForever } from '#domain/search/sync/follow-changes.ts';

test('the backoff doubles from a tenth of a second up to ten seconds', () => {
  const failures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000];
  expect(failures.map(backoffMs)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
});

/** Runs sessions, one after the other, until there are no more; returns the pauses between them. */
const pausesBetween = async (sessions: ((onSuccess: () => void) => void)[]) => {
  const stop = new AbortController();
  const pauses: number[] = [];
  const reported: number[] = [];
  await reconnectForever(
    async (onSuccess) => {
      const session = sessions.shift();
      if (!session) stop.abort();
      session?.(onSuccess);
      throw new Error('lost');
    },
    {
      signal: stop.signal,
      onFailure: (_, retryInMs) => reported.push(retryInMs),
      pause: async (ms) => void pauses.push(ms),
    },
  );
  expect(reported).toEqual(pauses);
  return pauses;
};

const fails = () => {};
const succeedsOnce = (onSuccess: () => void) => onSuccess();

test('each failure in a row lengthens the pause', async () => {
  expect(await pausesBetween([fails, fails, fails])).toEqual([100, 200, 400]);
});

test('a success resets the backoff', async () => {
  expect(await pausesBetween([fails, fails, succeedsOnce, fails])).toEqual([100, 200, 100, 200]);
});

test('a session that ends because of the signal is not a failure', async () => {
  expect(await pausesBetween([])).toEqual([]);
});
