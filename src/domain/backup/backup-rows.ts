import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';

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

/** A node writes every few seconds that it is at work: one that has not for this long is gone. */
export const lostAfterMs = 120_000;

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
    .set({ node, target, alive_at: sql`now()` })
    .where('finished_at', 'is', null)
    .where('node', 'is', null)
    .returning(backupColumns)
    .executeTakeFirst();

export const renewBackup = (db: Db, id: number) =>
  db.updateTable('backups').set({ alive_at: sql`now()` }).where('id', '=', id).execute();

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
    .where(sql<boolean>`alive_at < now() - ${lostAfterMs} * interval '1 millisecond'`)
    .executeTakeFirst();

/** Forgets backups that are long gone, or failed long ago. */
export const pruneBackups = (db: Db) =>
  db
    .deleteFrom('backups')
    .where(({ or, eb }) => or([eb('removed_at', 'is not', null), eb('error', 'is not', null)]))
    .where(sql<boolean>`started_at < now() - ${historyDays} * interval '1 day'`)
    .execute();
