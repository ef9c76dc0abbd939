import { describe, expect, it } from 'vitest';
import { nextDueAt } from '#domain/backup/backup-schedule.ts';

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const next = (now: string, lastSuccess?: string, lastAttempt = lastSuccess) =>
  nextDueAt(2, at(now), {
    lastSuccessAt: lastSuccess === undefined ? undefined : at(lastSuccess),
    lastAttemptAt: lastAttempt === undefined ? undefined : at(lastAttempt),
  });

describe('a backup at 2:00 is due', () => {
  it.each([
    ['at once if there is none', '17T10:00', undefined, undefined, '17T02:00'],
    ['tomorrow after one of today', '17T10:00', '17T02:00', '17T02:00', '18T02:00'],
    ['today before that hour', '17T01:59', '16T02:00', '16T02:00', '17T02:00'],
    ['at that hour, also if one was requested just before', '17T02:00', '17T01:59', '17T01:59', '17T02:00'],
    ['at once if the last was missed', '17T10:00', '16T02:00', '16T02:00', '17T02:00'],
    ['an hour after a failure', '17T02:10', '16T02:00', '17T02:00', '17T03:00'],
    ['an hour after the first failure of all', '17T02:10', undefined, '17T02:00', '17T03:00'],
    ['at that hour if the failure was before it', '17T02:00', '16T02:00', '17T01:30', '17T02:00'],
  ])('%s', (_when, now, lastSuccess, lastAttempt, expected) => {
    expect(next(now, lastSuccess, lastAttempt)).toEqual(at(expected));
  });
});
