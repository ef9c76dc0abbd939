import { expect, test } from 'vitest';
import { isDue, msUntilNextTask } from '#domain/search/sync/rounds.ts';

const never = { needed: false, dueAt: 0 };

test('a task is due once it is needed and its time has come', () => {
  expect(isDue({ needed: true, dueAt: 100 }, 99)).toBe(false);
  expect(isDue({ needed: true, dueAt: 100 }, 100)).toBe(true);
  expect(isDue({ needed: false, dueAt: 100 }, 101)).toBe(false);
});

test.each([
  { name: 'the polling interval', schedule: { views: never, orders: never, snapshot: never }, expected: 500 },
  { name: 'views', schedule: { views: { needed: true, dueAt: 1_200 }, orders: never, snapshot: never }, expected: 200 },
  {
    name: 'orders',
    schedule: { views: never, orders: { needed: true, dueAt: 1_100 }, snapshot: never },
    expected: 100,
  },
  {
    name: 'a snapshot',
    schedule: { views: never, orders: never, snapshot: { needed: true, dueAt: 1_300 } },
    expected: 300,
  },
  {
    name: 'an overdue task',
    schedule: { views: { needed: true, dueAt: 1 }, orders: never, snapshot: never },
    expected: 0,
  },
  {
    name: 'nothing later than the polling interval',
    schedule: { views: { needed: true, dueAt: 9_000 }, orders: never, snapshot: never },
    expected: 500,
  },
])('sleeps until $name', ({ schedule, expected }) => {
  expect(msUntilNextTask(schedule, 1_000, 500)).toBe(expected);
});
