import { expect, it } from 'vitest';
import { maxAttempts, retryDelayMs } from '#domain/mail/delivery.ts';

const minutes = (attempts: number) => retryDelayMs(attempts) / 60_000;

it('pauses double from one minute up to six hours', () => {
  expect([1, 2, 3, 9, 10, 34].map(minutes)).toEqual([1, 2, 4, 256, 360, 360]);
});

it('attempts go on for about a week', () => {
  const pauses = Array.from({ length: maxAttempts - 1 }, (_, n) => minutes(n + 1));
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / (24 * 60);
  expect(days).toBeGreaterThan(6);
  expect(days).toBeLessThan(7);
});
