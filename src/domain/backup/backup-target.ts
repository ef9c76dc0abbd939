import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { formatBytes } from '#contract/values/checks.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { expiredBackups, type Retention } from './backup-schedule.ts';
import { type Backup, backupColumns, pruneBackups } from './backups.ts';
import { checkBackup } from './check-backup.ts';
import { runCommand } from './run-command.ts';
import { type BackupSource, streamBackup, writeBackup } from './write-backup.ts';
import { unfinishedPattern } from './write-file.ts';

/** Where backups are written: to files in a folder, or to the standard input of a shell command. */
export type BackupTarget =
  | { kind: 'folder'; path: string }
  | { kind: 'command'; command: string; removeCommand: string | undefined };

/** The target as stored in the table of backups. Leaves out commands, which may contain secrets. */
export const targetName = (target: BackupTarget) => (target.kind === 'folder' ? target.path : 'command');

export interface WriteOptions {
  source: BackupSource & { signal: AbortSignal };
  name: string;
  /** Size of the last good backup. */
  expectedBytes: number;
  hangMs: number;
}

interface Written {
  bytes: number;
  videos: number;
}

/** Avoids filling up the disk, which may also have the database. */
const assertSpace = async (folder: string, expectedBytes: number) => {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ValidationError(`There is no folder ${folder}: create it, or mount its disk.`);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < expectedBytes)
    throw new ValidationError(
      `${folder} has ${formatBytes(freeBytes)} left, ${formatBytes(expectedBytes - freeBytes)} less than the last backup needed: free some space, or keep fewer backups.`,
    );
};

const writeToFolder = async (folder: string, { source, name, expectedBytes }: WriteOptions): Promise<Written> => {
  await assertSpace(folder, expectedBytes);
  const path = join(folder, name);
  const { videos } = await writeBackup({ ...source, path });
  try {
    await checkBackup({ path, signal: source.signal });
    return { bytes: (await stat(path)).size, videos };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const writeToCommand = async (command: string, { source, name, hangMs }: WriteOptions): Promise<Written> => {
  let bytes = 0;
  let videos = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  await runCommand(command, {
    variable: 'BACKUP_TO',
    backupName: name,
    hangMs,
    signal: source.signal,
    writeInput: async (write) => {
      ({ videos } = await streamBackup(source, (chunks) => write(counted(chunks))));
    },
  });
  return { bytes, videos };
};

/** Writes a backup and verifies it: a file is read back, a command must succeed. */
export const writeToTarget = (target: BackupTarget, options: WriteOptions): Promise<Written> =>
  target.kind === 'folder' ? writeToFolder(target.path, options) : writeToCommand(target.command, options);

export interface RemoveOptions {
  db: Db;
  target: BackupTarget;
  node: string;
  hangMs: number;
  signal: AbortSignal;
  logger: { warn: (details: object, message: string) => void };
}

/** Returns false if there is no such file, for example because another node wrote it. */
const removeFile = async (folder: string, name: string): Promise<boolean> => {
  const path = join(folder, name);
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) return false;
  await rm(path);
  return true;
};

const removeUnfinished = async (folder: string, name: string) => {
  for (const file of await readdir(folder))
    if (file.replace(unfinishedPattern, '') === name) await removeFile(folder, file);
};

/** Returns true if the backup no longer exists. */
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
      logger.warn({ err, backup: backup.name }, 'Could not remove a backup');
      // Most failed backups have left nothing, and most commands fail if there is nothing to remove.
      return options.target.kind === 'command' && backup.error !== null;
    });
    if (isGone) await db.updateTable('backups').set({ removed_at: sql`now()` }).where('id', '=', backup.id).execute();
  }
};

/** Backups to this target that may still exist. Files that aren't in the table are never touched. */
const existingIn = (db: Db, target: BackupTarget) =>
  db
    .selectFrom('backups')
    .select(backupColumns)
    .where('target', '=', targetName(target))
    .where('finished_at', 'is not', null)
    .where('removed_at', 'is', null);

/** Removes what failed backups may have left behind. */
export const removeFailed = async (options: RemoveOptions): Promise<void> =>
  removeAll(options, await existingIn(options.db, options.target).where('error', 'is not', null).execute());

const interruptionMs = 10_000;

/** Removes what is left of a backup that stopping the site has interrupted. */
export const removeInterrupted = async (options: RemoveOptions, backup: Backup): Promise<void> => {
  const signal = AbortSignal.timeout(interruptionMs);
  await removeOne({ ...options, signal, hangMs: interruptionMs }, backup).catch(() => {});
};

/** Removes expired backups, and prunes the table. */
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
