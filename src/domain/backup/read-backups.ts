import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { describeProblem } from './backup-problem.ts';
import { type Backup, backupColumns } from './backup-rows.ts';
import { type BackupSettings, readBackupSettings } from './backup-settings.ts';
import { nextDueAt } from './schedule.ts';

export interface BackupState {
  settings: BackupSettings;
  /** When a node with BACKUP_TO makes the next one, which may be a moment ago; undefined if none are scheduled. */
  nextAt: Date | undefined;
  /** Being written, or waiting for a node. */
  unfinished: Backup | undefined;
  lastSuccess: Backup | undefined;
  lastFailure: Backup | undefined;
  /** What an operator should set right. */
  problem: string | undefined;
}

const selectBackups = (db: Db) => db.selectFrom('backups').select(backupColumns).orderBy('id', 'desc');

/** The unfinished one, the last that failed and the last good one. */
const isLatestOfItsKind = sql<boolean>`id in (
  select unnest(array[
    max(id) filter (where finished_at is null),
    max(id) filter (where error is not null),
    max(id) filter (where finished_at is not null and error is null)
  ]) from backups)`;

/** Newest first. */
export const listBackups = (db: Db, limit: number): Promise<Backup[]> => selectBackups(db).limit(limit).execute();

/** How backups are doing: for the dashboard, the alarm and the metrics. */
export const readBackups = async (db: Db, now = new Date()): Promise<BackupState> => {
  const settings = await readBackupSettings(db);
  const latest = await selectBackups(db).where(isLatestOfItsKind).execute();
  const unfinished = latest.find(({ finishedAt }) => finishedAt === null);
  const finished = latest.filter(({ finishedAt }) => finishedAt !== null);
  const lastSuccess = finished.find(({ error }) => error === null);
  const lastFailure = finished.find(({ error }) => error !== null);
  const { hour } = settings;
  const attempts = { lastSuccessAt: lastSuccess?.startedAt, lastAttemptAt: finished[0]?.startedAt };
  const nextAt = hour === null ? undefined : nextDueAt(hour, now, attempts);
  return {
    settings,
    nextAt,
    unfinished,
    lastSuccess,
    lastFailure,
    problem: describeProblem({ hour, nextAt, unfinished, lastSuccess, lastFailure }, now),
  };
};
