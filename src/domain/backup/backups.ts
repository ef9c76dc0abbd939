import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { momentLabel } from '#domain/day.ts';
import { isStale, renewed } from '#domain/jobs/leases.ts';
import { type BackupSettings, nextDueAt, overdueMs, readBackupSettings } from './backup-schedule.ts';

export interface Backup {
  id: number;
  name: string;
  /** Null for a scheduled backup. */
  requestedBy: string | null;
  /** Null until a node has started it. */
  node: string | null;
  startedAt: Date;
  finishedAt: Date | null;
  bytes: number | null;
  videos: number | null;
  /** Why it failed. */
  error: string | null;
  removedAt: Date | null;
}

export const backupColumns = [
  'id',
  'name',
  'requested_by as requestedBy',
  'node',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'bytes',
  'videos',
  'error',
  'removed_at as removedAt',
] as const;

const historyDays = 90;

/** The random suffix distinguishes backups that start in the same second. */
const nameOf = (startedAt: Date) =>
  `marquee-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(2).toString('hex')}.backup`;

interface NewBackup {
  requestedBy: string | null;
  /** Undefined if any node may make it. */
  node?: string;
  target?: string;
}

/** Returns undefined if there is an unfinished backup. */
export const insertBackup = async (
  db: Db,
  { requestedBy, node, target }: NewBackup,
  now: Date,
): Promise<Backup | undefined> => {
  try {
    return await db
      .insertInto('backups')
      .values({
        name: nameOf(now),
        requested_by: requestedBy,
        node: node ?? null,
        target: target ?? null,
        started_at: now,
      })
      .returning(backupColumns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return undefined;
  }
};

/** Claims a requested backup. Returns undefined if there is none, or another node was faster. */
export const takeRequested = (db: Db, node: string, target: string): Promise<Backup | undefined> =>
  db
    .updateTable('backups')
    .set({ node, target, ...renewed })
    .where('finished_at', 'is', null)
    .where('node', 'is', null)
    .returning(backupColumns)
    .executeTakeFirst();

export interface BackupEnd {
  bytes?: number;
  videos?: number;
  error?: string;
}

/** Returns undefined if the backup was already recorded as failed because its lease expired. */
export const endBackup = (db: Db, id: number, end: BackupEnd): Promise<Backup | undefined> =>
  db
    .updateTable('backups')
    .set({ ...end, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(backupColumns)
    .executeTakeFirst();

/** Deletes a backup that was interrupted by stopping the site. If it's due, the next start makes it. */
export const withdrawBackup = (db: Db, id: number) =>
  db.deleteFrom('backups').where('id', '=', id).where('finished_at', 'is', null).execute();

export const findLost = (db: Db): Promise<Backup | undefined> =>
  db
    .selectFrom('backups')
    .select(backupColumns)
    .where('finished_at', 'is', null)
    .where(isStale('backups'))
    .executeTakeFirst();

/** Deletes the records of old backups that were removed or failed. */
export const pruneBackups = (db: Db) =>
  db
    .deleteFrom('backups')
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('error', 'is not', null)]))
    .where(sql<boolean>`started_at < now() - ${historyDays} * interval '1 day'`)
    .execute();

interface History {
  hour: number | null;
  nextAt: Date | undefined;
  unfinished: Backup | undefined;
  lastSuccess: Backup | undefined;
  lastFailure: Backup | undefined;
}

const lastGood = (lastSuccess: Backup | undefined) =>
  lastSuccess ? `The last good one was made on ${momentLabel(lastSuccess.startedAt)}.` : 'There is no good one yet.';

const startOf = (sentence: string) => sentence.replace(/[.\s]+$/, '');

/** What is wrong with backups, if anything. A site that has never made one is not overdue: BACKUP_TO isn't set. */
const describeProblem = (
  { hour, nextAt, unfinished, lastSuccess, lastFailure }: History,
  now: Date,
): string | undefined => {
  const isOlder = (backup: Backup) => now.getTime() - backup.startedAt.getTime() > overdueMs;
  if (lastFailure?.error && lastFailure.id > (lastSuccess?.id ?? 0)) {
    if (hour === null && isOlder(lastFailure)) return undefined;
    const where = lastFailure.node === null ? '' : ` on ${lastFailure.node}`;
    const next = nextAt === undefined ? '' : ` The next one is due on ${momentLabel(nextAt)}.`;
    return `The backup of ${momentLabel(lastFailure.startedAt)}${where} failed: ${startOf(lastFailure.error)}. ${lastGood(lastSuccess)}${next}`;
  }
  if (hour === null || unfinished || !lastSuccess || !isOlder(lastSuccess)) return undefined;
  return `No backup has been made since ${momentLabel(lastSuccess.startedAt)}, although one is due every day at ${String(hour).padStart(2, '0')}:00 UTC. Check that a node with BACKUP_TO is running, and what its log says.`;
};

export interface BackupState {
  settings: BackupSettings;
  /** Time of the next scheduled backup, which may be slightly in the past. */
  nextAt: Date | undefined;
  /** The backup being written, or waiting for a node. */
  unfinished: Backup | undefined;
  lastSuccess: Backup | undefined;
  lastFailure: Backup | undefined;
  /** What the operator should fix. */
  problem: string | undefined;
}

const selectBackups = (db: Db) => db.selectFrom('backups').select(backupColumns).orderBy('id', 'desc');

/** Matches the unfinished backup, the last failed one and the last good one. */
const isLatestOfItsKind = sql<boolean>`id in (
  select unnest(array[
    max(id) filter (where finished_at is null),
    max(id) filter (where error is not null),
    max(id) filter (where finished_at is not null and error is null)
  ]) from backups)`;

/** Newest first. */
export const listBackups = (db: Db, limit: number): Promise<Backup[]> => selectBackups(db).limit(limit).execute();

/** The state of backups, for the dashboard, the alarm and metrics. */
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
