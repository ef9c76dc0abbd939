import type { BackupRecord } from '#contract/backups.ts';
import type { Backup } from '#domain/backup/backup-rows.ts';

export const toBackupRecord = ({ id, startedAt, finishedAt, removedAt, ...backup }: Backup): BackupRecord => ({
  _id: String(id),
  ...backup,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  removedAt: removedAt?.toISOString() ?? null,
});
