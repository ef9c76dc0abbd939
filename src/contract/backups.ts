import { type Static, Type } from 'typebox';
import { Id, OptionalTime, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';

const OptionalCount = Type.Union([Type.Integer(), Type.Null()]);

export const BackupRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  requestedBy: Type.Union([Type.String(), Type.Null()], { description: 'Null for a scheduled one' }),
  node: Type.Union([Type.String(), Type.Null()], {
    description: 'The machine that makes it; null until one has begun',
  }),
  startedAt: Time,
  finishedAt: OptionalTime,
  bytes: OptionalCount,
  videos: OptionalCount,
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
  removedAt: OptionalTime,
});
export type BackupRecord = Static<typeof BackupRecord>;

const OptionalBackup = Type.Union([BackupRecord, Type.Null()]);

const area = 'backups';

export const backupRoutes = defineRoutes({
  getBackups: {
    method: 'GET',
    path: '/backups',
    access: 'main_admin',
    area,
    summary: 'Returns the state of backups and lists the last ones, newest first',
    response: Success({
      isConfigured: Type.Boolean({ description: 'Whether the answering node has BACKUP_TO, or one has made a backup' }),
      nextAt: Type.Union([Time, Type.Null()], { description: 'Null if none are scheduled' }),
      unfinished: OptionalBackup,
      lastSuccess: OptionalBackup,
      lastFailure: OptionalBackup,
      problem: Type.Optional(Type.String({ description: 'What the operator should set right' })),
      backups: Type.Array(BackupRecord),
    }),
  },
  startBackup: {
    method: 'POST',
    path: '/backups',
    access: 'main_admin',
    area,
    summary: 'Has a backup made now, in the background. Only one is made at a time.',
    response: Success({ backup: BackupRecord }),
  },
});
