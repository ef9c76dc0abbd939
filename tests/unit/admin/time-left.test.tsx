import { expect, it } from 'vitest';
import { timeLeft } from '#web/admin/removals/case-clock.tsx';

const now = Date.parse('2026-11-17T12:00:00Z');
const at = (minutes: number) => timeLeft(new Date(now + minutes * 60_000).toISOString(), now);

it.each([
  [200, 'due in 3 h 20 min'],
  [120, 'due in 2 h'],
  [12, 'due in 12 min'],
  [0.5, 'due in less than a minute'],
  [2 * 1440 + 250, 'due in 2 d 4 h'],
  [-120, 'overdue by 2 h'],
  [-3 * 1440, 'overdue by 3 d'],
])('says how long is left: %s minutes', (minutes, text) => {
  expect(at(minutes).text).toBe(text);
});

it('marks what is overdue or due within six hours', () => {
  expect([at(-1), at(300), at(400)].map(({ isOverdue, isSoon }) => [isOverdue, isSoon])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});
