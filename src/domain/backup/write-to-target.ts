import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#contract/values/format-bytes.ts';
import { ValidationError } from '#domain/errors.ts';
import type { BackupTarget } from './backup-target.ts';
import { checkBackup } from './check-backup.ts';
import { runCommand } from './run-command.ts';
import { type BackupSource, streamBackup, writeBackup } from './write-backup.ts';

export interface WriteOptions {
  source: BackupSource & { signal: AbortSignal };
  name: string;
  /** Of the last good one. */
  expectedBytes: number;
  hangMs: number;
}

interface Written {
  bytes: number;
  videos: number;
}

/** The database may be on the same disk, which must not be filled in vain. */
const assertSpace = async (folder: string, expectedBytes: number) => {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ValidationError(`There is no folder ${folder}: create it, or mount its disk.`);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes < expectedBytes)
    throw new ValidationError(
      `There are ${formatBytes(freeBytes)} left in ${folder}, ${formatBytes(expectedBytes - freeBytes)} less than the last backup had: free some, or keep fewer backups.`,
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

/** Resolves when the backup is known to be good: a file was read back, a command ended well. */
export const writeToTarget = (target: BackupTarget, options: WriteOptions): Promise<Written> =>
  target.kind === 'folder' ? writeToFolder(target.path, options) : writeToCommand(target.command, options);
