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
  /** Null for a scheduled one. */
  requestedBy: string | null;
  /** Null until a node has begun with it. */
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

/** The random end keeps the names of two backups apart that begin in the same second. */
const nameOf = (startedAt: Date) =>
  `marquee-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(2).toString('hex')}.backup`;

interface NewBackup {
  requestedBy: string | null;
  /** Undefined if any node may begin with it. */
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

/** Takes on a backup that was requested. Returns undefined if there is none, or another node was faster. */
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

/** Returns undefined if it was already given up as lost. */
export const endBackup = (db: Db, id: number, end: BackupEnd): Promise<Backup | undefined> =>
  db
    .updateTable('backups')
    .set({ ...end, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(backupColumns)
    .executeTakeFirst();

/** Takes a backup back that was interrupted by a stop in order. One that is due is begun anew by the next start. */
export const withdrawBackup = (db: Db, id: number) =>
  db.deleteFrom('backups').where('id', '=', id).where('finished_at', 'is', null).execute();

export const findLost = (db: Db): Promise<Backup | undefined> =>
  db
    .selectFrom('backups')
    .select(backupColumns)
    .where('finished_at', 'is', null)
    .where(isStale('backups'))
    .executeTakeFirst();

/** Forgets backups that are long gone, or failed long ago. */
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
  lastSuccess ? `The last good one is of ${momentLabel(lastSuccess.startedAt)}.` : 'There is no good one yet.';

const startOf = (sentence: string) => sentence.replace(/[.\s]+$/, '');

/**
 * Why somebody should look at the backups; undefined if they are well. A site that has never made one is not scheduled: nobody
 * has set BACKUP_TO.
 */
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
  return `No backup has been made since ${momentLabel(lastSuccess.startedAt)}, although one is due every day at ${String(hour).padStart(2, '0')}:00 UTC. See whether a node with BACKUP_TO is running, and what its log says.`;
};

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
