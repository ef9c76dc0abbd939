import { expect, test } from 'vitest';
import { createWalHistory } from '#db/wal-history.ts';

test('a replica has what was committed before the last position that it has replayed', () => {
  const history = createWalHistory(10);
  history.add(100, 1);
  history.add(200, 2);
  history.add(300, 3);
  expect([99, 100, 199, 200, 299, 300, 500].map(history.timeOf)).toEqual([undefined, 1, 1, 2, 2, 3, 3]);
});

test('while nothing is written, a replica that has everything stays up to date', () => {
  const history = createWalHistory(10);
  for (let at = 1; at <= 50; at++) history.add(100, at);
  expect(history.timeOf(100)).toBe(50);
});

test('older positions than the limit are forgotten', () => {
  const history = createWalHistory(10);
  history.add(100, 1);
  history.add(200, 11);
  expect(history.timeOf(150)).toBe(1);
  history.add(300, 12);
  expect(history.timeOf(150)).toBeUndefined();
});

test('what the log of a former primary had beyond that of the promoted one does not count', () => {
  const history = createWalHistory(10);
  history.add(100, 1);
  history.add(300, 2);
  history.add(200, 3);
  expect(history.timeOf(199)).toBe(1);
  expect(history.timeOf(300)).toBe(3);
});
