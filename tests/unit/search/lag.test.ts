import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLag } from '#domain/search/sync/rounds.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTime(ms);

const upToDate = () => {
  const lag = createLag();
  lag.startRound();
  lag.endRound();
  return lag;
};

test('there is none while nothing is announced', () => {
  const lag = upToDate();
  pass(5000);
  expect(lag.seconds()).toBe(0);
});

test('it lasts from the first announcement until its round ends', () => {
  const lag = upToDate();
  lag.fallBehind();
  pass(1000);
  lag.fallBehind();
  pass(1000);
  lag.startRound();
  pass(1000);
  expect(lag.seconds()).toBe(3);
  lag.endRound();
  expect(lag.seconds()).toBe(0);
});

test('what is announced during a round is missing until the next', () => {
  const lag = upToDate();
  lag.startRound();
  pass(1000);
  lag.fallBehind();
  pass(1000);
  lag.endRound();
  expect(lag.seconds()).toBe(1);
});

test('after a round that failed, it goes on', () => {
  const lag = upToDate();
  lag.startRound();
  pass(1000);
  lag.startRound();
  pass(1000);
  expect(lag.seconds()).toBe(2);
});
