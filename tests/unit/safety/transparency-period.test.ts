import { expect, it } from 'vitest';
import { daysOf, isDay, isPeriodOfMonths, lastTwelveMonths } from '#contract/values/statistics.ts';
import { timeInWords } from '#web/components/transparency/time-in-words.ts';

it.each([
  ['2026-11-17', { from: '2025-12', to: '2026-11' }],
  ['2026-01-31', { from: '2025-02', to: '2026-01' }],
  ['2026-12-31', { from: '2026-01', to: '2026-12' }],
])('the last twelve months of %s', (today, expected) => {
  expect(lastTwelveMonths(new Date(today))).toEqual(expected);
});

it.each([
  ['2026-01', '2026-02', '2026-02-28'],
  ['2028-02', '2028-02', '2028-02-29'],
  ['2026-12', '2026-12', '2026-12-31'],
])('the days of %s to %s end on %s', (from, to, last) => {
  expect(daysOf({ from, to })).toEqual({ from: `${from}-01`, to: last });
});

it.each([
  ['2026-01', '2026-01', true],
  ['2016-12', '2026-11', true],
  ['2016-11', '2026-11', false],
  ['2026-02', '2026-01', false],
  ['2026-13', '2026-13', false],
  ['2026-01-01', '2026-02-01', false],
  ['<script>', '2026-01', false],
])('%s to %s is a period of months: %s', (from, to, expected) => {
  expect(isPeriodOfMonths({ from, to })).toBe(expected);
});

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-04-31', false],
])('%s is a day: %s', (day, expected) => {
  expect(isDay(day)).toBe(expected);
});

it.each([
  [0, '0 minutes'],
  [60, '1 minute'],
  [89 * 60, '89 minutes'],
  [90 * 60, '1.5 hours'],
  [47 * 3600, '47 hours'],
  [48 * 3600, '2 days'],
  [3.25 * 86_400, '3.3 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeInWords(seconds)).toBe(words);
});
