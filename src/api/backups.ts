import type { backupRoutes } from '#contract/backups.ts';
import type { Backup } from '#domain/backup/backup-rows.ts';
import { listBackups, readBackups } from '#domain/backup/read-backups.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toBackupRecord } from './records/backup.ts';

const listed = 50;

const recordOrNull = (backup: Backup | undefined) => (backup ? toBackupRecord(backup) : null);

export const backupHandlers = ({ db, backups }: ApiContext): HandlersOf<keyof typeof backupRoutes> => ({
  getBackups: async () => {
    const { nextAt, unfinished, lastSuccess, lastFailure, problem } = await readBackups(db);
    const isConfigured = backups.isConfigured || lastSuccess !== undefined || lastFailure !== undefined;
    return {
      success: true,
      isConfigured,
      nextAt: (isConfigured && nextAt?.toISOString()) || null,
      unfinished: recordOrNull(unfinished),
      lastSuccess: recordOrNull(lastSuccess),
      lastFailure: recordOrNull(lastFailure),
      ...(problem === undefined ? {} : { problem }),
      backups: (await listBackups(db, listed)).map(toBackupRecord),
    };
  },
  startBackup: async (call) => ({ success: true, backup: toBackupRecord(await backups.request(actorOf(call))) }),
});
