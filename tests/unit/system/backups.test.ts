/** What is made of the state of backups. */
import { expect, it } from 'vitest';
import type { Backup, BackupState } from '#domain/backup/backups.ts';
import { judgeBackups } from '#domain/system/backups.ts';

const backup: Backup = {
  id: 1,
  name: 'a.backup',
  requestedBy: null,
  node: 'a',
  startedAt: new Date('2026-11-17T03:00:00Z'),
  finishedAt: new Date('2026-11-17T03:01:00Z'),
  bytes: 109 * 1024 * 1024,
  videos: 10,
  error: null,
  removedAt: null,
};
const state: BackupState = {
  settings: { hour: 3, days: 7, weeks: 4, months: 6 },
  nextAt: new Date('2026-11-18T03:00:00Z'),
  unfinished: undefined,
  lastSuccess: undefined,
  lastFailure: undefined,
  problem: undefined,
};

it.each([
  [{}, true, 'There is no backup yet. The next one is due on 18 November 2026 at 03:00 UTC.'],
  [
    { lastSuccess: backup },
    false,
    'The last backup was made on 17 November 2026 at 03:00 UTC (109 MB). The next one is due on 18 November 2026 at 03:00 UTC.',
  ],
  [{ unfinished: backup }, true, 'A backup has been running since 17 November 2026 at 03:00 UTC.'],
  [
    { lastSuccess: backup, nextAt: undefined },
    true,
    'The last backup was made on 17 November 2026 at 03:00 UTC (109 MB). None are scheduled.',
  ],
])('%j, made by a live node: %s', (change, makesBackups, sentence) => {
  expect(judgeBackups({ ...state, ...change }, { makesBackups, backsUpElsewhere: false })).toEqual({
    part: 'Backups',
    state: 'ok',
    sentence,
  });
});

it('a problem is a failure', () => {
  expect(
    judgeBackups({ ...state, problem: 'The backup failed.' }, { makesBackups: true, backsUpElsewhere: false }),
  ).toMatchObject({
    state: 'failure',
    sentence: 'The backup failed.',
  });
});

it('no backups are left to do, unless the operator says that something else makes them', () => {
  expect(judgeBackups(state, { makesBackups: false, backsUpElsewhere: false })).toEqual({
    part: 'Backups',
    state: 'warning',
    isLeftToDo: true,
    sentence: 'The site makes no backups.',
    whatToDo: 'Set BACKUP_TO to a folder or a command, or to “elsewhere” if something else backs up the database.',
  });
  expect(judgeBackups(state, { makesBackups: false, backsUpElsewhere: true }).state).toBe('ok');
});
