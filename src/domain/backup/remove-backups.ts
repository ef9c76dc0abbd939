import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Backup, backupColumns, pruneBackups } from './backup-rows.ts';
import { type BackupTarget, targetName } from './backup-target.ts';
import { expiredBackups, type Retention } from './retention.ts';
import { runCommand } from './run-command.ts';
import { unfinishedPattern } from './write-file.ts';

export interface RemoveOptions {
  db: Db;
  target: BackupTarget;
  node: string;
  hangMs: number;
  signal: AbortSignal;
  logger: { warn: (details: object, message: string) => void };
}

/** Returns false for one that is not there, such as a file of another node. */
const removeFile = async (folder: string, name: string): Promise<boolean> => {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return false;
  await rm(path);
  return true;
};

const removeUnfinished = async (folder: string, name: string) => {
  for (const file of await readdir(folder))
    if (file.replace(unfinishedPattern, '') === name) await removeFile(folder, file);
};

/** Returns whether the backup is gone. */
const removeOne = async ({ target, node, hangMs, signal }: RemoveOptions, backup: Backup): Promise<boolean> => {
  if (target.kind === 'folder') {
    await removeUnfinished(target.path, backup.name);
    return (await removeFile(target.path, backup.name)) || backup.node === node;
  }
  if (target.removeCommand === undefined) return backup.error !== null;
  await runCommand(target.removeCommand, { variable: 'BACKUP_REMOVE', backupName: backup.name, hangMs, signal });
  return true;
};

const removeAll = async (options: RemoveOptions, backups: Backup[]) => {
  const { db, logger } = options;
  for (const backup of backups) {
    const isGone = await removeOne(options, backup).catch((err: unknown) => {
      options.signal.throwIfAborted();
      logger.warn({ err, backup: backup.name }, 'A backup could not be removed');
      // Most commands fail if there is nothing to remove, as after most failures.
      return options.target.kind === 'command' && backup.error !== null;
    });
    if (isGone) await db.updateTable('backups').set({ removed_at: sql`now()` }).where('id', '=', backup.id).execute();
  }
};

/** What earlier backups to the same target have left. Files that are not in the table are nobody's business. */
const existingIn = (db: Db, target: BackupTarget) =>
  db
    .selectFrom('backups')
    .select(backupColumns)
    .where('target', '=', targetName(target))
    .where('finished_at', 'is not', null)
    .where('removed_at', 'is', null);

/** Removes what failed backups may have left. */
export const removeFailed = async (options: RemoveOptions): Promise<void> =>
  removeAll(options, await existingIn(options.db, options.target).where('error', 'is not', null).execute());

const interruptionMs = 10_000;

/** Removes what a stop of the site has left of a backup. */
export const removeInterrupted = async (options: RemoveOptions, backup: Backup): Promise<void> => {
  const signal = AbortSignal.timeout(interruptionMs);
  await removeOne({ ...options, signal, hangMs: interruptionMs }, backup).catch(() => {});
};

/** Removes good backups that need not be kept, and forgets those that are long gone. */
export const removeExpired = async (options: RemoveOptions, retention: Retention, now: Date): Promise<void> => {
  const good = await existingIn(options.db, options.target).where('error', 'is', null).execute();
  const expired = expiredBackups(
    good.map((backup) => ({ ...backup, isGood: true })),
    retention,
    now,
  );
  await removeAll(options, expired);
  await pruneBackups(options.db);
};
