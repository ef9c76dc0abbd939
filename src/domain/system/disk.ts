import { statfs } from 'node:fs/promises';
import { formatBytes } from '#contract/values/format-bytes.ts';
import { type Check, failure, ok, warning } from './check.ts';

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

const gigabyte = 1024 ** 3;
/** Both must be true: a tenth of a large disk is a lot of space. */
const scarce = { share: 0.1, bytes: 20 * gigabyte };
const almostFull = { share: 0.02, bytes: 5 * gigabyte };
/** PostgreSQL needs this much for a checkpoint of a busy site, whatever share of the disk it is. */
const leastBytes = gigabyte / 2;

/** What is left on the disk of a folder for a user who is not root. */
export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

export const judgeDisk = (folderName: string, { freeBytes, totalBytes }: DiskSpace): Check => {
  if (totalBytes === 0) return ok('Disk', `The disk of ${folderName} does not tell its size.`);
  const share = freeBytes / totalBytes;
  const isBelow = (limit: typeof scarce) => share < limit.share && freeBytes < limit.bytes;
  const left = `${Math.floor(share * 100)} % left (${formatBytes(freeBytes)})`;
  const sentence = `The disk of ${folderName} has ${left}.`;
  const whatToDo = 'Free space or move DATA_DIR.';
  if (freeBytes < leastBytes || isBelow(almostFull)) return failure('Disk', sentence, whatToDo);
  return isBelow(scarce) ? warning('Disk', sentence, whatToDo) : ok('Disk', sentence);
};
