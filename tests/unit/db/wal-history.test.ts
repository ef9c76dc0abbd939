import { expect, test } from 'vitest';
import { createWalHistory } from '#db/replicas.ts';

test('a replica has what was committed before the last position that it has replayed', () => {
  const history = createWalHistory(10, 1);
  history.add(100, 1);
  history.add(200, 2);
  history.add(300, 3);
  expect([99, 100, 199, 200, 299, 300, 500].map(history.timeOf)).toEqual([undefined, 1, 1, 2, 2, 3, 3]);
});

test('while nothing is written, a replica that has everything stays up to date', () => {
  const history = createWalHistory(10, 1);
  for (let at = 1; at <= 50; at++) history.add(100, at);
  expect(history.timeOf(100)).toBe(50);
});

test('older positions than the limit are forgotten', () => {
  const history = createWalHistory(10, 1);
  history.add(100, 1);
  history.add(200, 11);
  expect(history.timeOf(150)).toBe(1);
  history.add(300, 12);
  expect(history.timeOf(150)).toBeUndefined();
});

test('what the log of a former primary had beyond that of the promoted one does not count', () => {
  const history = createWalHistory(10, 1);
  history.add(100, 1);
  history.add(300, 2);
  history.add(200, 3);
  expect(history.timeOf(199)).toBe(1);
  expect(history.timeOf(300)).toBe(3);
});

test('a replica that has all of the last sample does not lag, until there should have been another', () => {
  const history = createWalHistory(10_000, 500);
  expect(history.lagOf(100, 1000)).toBeUndefined();
  history.add(100, 1000);
  expect(history.lagOf(100, 1900)).toEqual({ seconds: 0, bytes: 0 });
  expect(history.lagOf(150, 1900)).toEqual({ seconds: 0, bytes: 0 });
  expect(history.lagOf(100, 3000)).toEqual({ seconds: 2, bytes: 0 });
});

test('one that lacks something lags since the last sample that it has all of, or at least as long as is remembered', () => {
  const history = createWalHistory(10_000, 500);
  history.add(100, 1000);
  history.add(200, 2000);
  history.add(300, 3000);
  expect(history.lagOf(250, 4000)).toEqual({ seconds: 2, bytes: 50 });
  expect(history.lagOf(50, 4000)).toEqual({ seconds: 3, bytes: 250 });
  expect(history.lagOf(undefined, 4000)).toEqual({ seconds: 3, bytes: undefined });
});
