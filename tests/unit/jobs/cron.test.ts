import { expect, it } from 'vitest';
import { describeSchedule, nextRunAt, scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';

it.each([
  ['* * * * *', '2026-11-17T10:01:00.000Z'],
  ['5 * * * *', '2026-11-17T10:05:00.000Z'],
  ['0 * * * *', '2026-11-17T11:00:00.000Z'],
  ['*/15 * * * *', '2026-11-17T10:15:00.000Z'],
  ['10,40 10 * * *', '2026-11-17T10:10:00.000Z'],
  ['30 3 * * *', '2026-11-18T03:30:00.000Z'],
])('%s is next due at %s', (cron, next) => {
  expect(nextRunAt(cron, new Date('2026-11-17T10:00:00Z')).toISOString()).toBe(next);
});

it('every job has a schedule that can be read', () => {
  for (const { cron } of scheduledJobs({ sendsMail: true, makesBackups: true }))
    expect(() => nextRunAt(cron, new Date())).not.toThrow();
});

it.each([
  ['* * * * *', 'Every minute'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['5 * * * *', 'Hourly at :05'],
  ['30 3 * * *', 'Daily at 03:30 UTC'],
])('%s is read as %s', (cron, words) => {
  expect(describeSchedule(cron)).toBe(words);
});
