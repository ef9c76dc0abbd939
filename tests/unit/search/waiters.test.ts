import { expect, test } from 'vitest';
import { createWaiters } from '#domain/search/sync/rounds.ts';

const outcomeOf = async (promise: Promise<void>) => {
  const pending = Symbol('pending');
  const settled = promise.then(
    () => 'resolved',
    (error: Error) => error.message,
  );
  const first = await Promise.race([settled, new Promise((resolve) => setImmediate(resolve, pending))]);
  return first === pending ? 'pending' : first;
};

test('a batch contains everyone who waited when it was taken, and nobody later', async () => {
  const waiters = createWaiters();
  const early = waiters.add();
  const batch = waiters.takeAll();
  const late = waiters.add();
  for (const waiter of batch) waiter.resolve();
  expect([await outcomeOf(early), await outcomeOf(late)]).toEqual(['resolved', 'pending']);
});

test('callers wait for the orders but not for views, unless they say otherwise', () => {
  const waiters = createWaiters();
  void waiters.add();
  void waiters.add({ views: true, orders: false });
  expect(waiters.takeAll()).toMatchObject([
    { views: false, orders: true },
    { views: true, orders: false },
  ]);
});

test('after a failed round its callers are in the next batch, first', () => {
  const waiters = createWaiters();
  void waiters.add({ views: true });
  const failed = waiters.takeAll();
  void waiters.add();
  waiters.requeue(failed);
  expect(waiters.takeAll().map((waiter) => waiter.views)).toEqual([true, false]);
  expect(waiters.takeAll()).toEqual([]);
});

test('closing rejects everyone who still waits', async () => {
  const waiters = createWaiters();
  const waiting = [waiters.add(), waiters.add()];
  waiters.rejectAll(new Error('closed'));
  expect(await Promise.all(waiting.map(outcomeOf))).toEqual(['closed', 'closed']);
});
