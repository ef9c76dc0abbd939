import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { formatBytes } from '#contract/values/checks.ts';
import type { Output } from '#domain/pictures/encode.ts';
import { createEncoder } from '#domain/pictures/encoder.ts';
import { measurePictures } from '#domain/pictures/picture-store.ts';
import { type Check, failure, ok, warning } from './check.ts';

const dataFolderPart = 'Data folder';

const accessError = (path: string) => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

/** The folder, or its nearest existing ancestor. */
export const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)));

/** Magic numbers of proc, sysfs and cgroup2, where access() reports that root can write, but nothing can be created. */
const kernelFileSystems = [0x9fa0, 0x62656572, 0x63677270];

/** Explains why the folder can't be used or created, if so. */
const folderProblem = (path: string, variable: string): Pick<Check, 'sentence' | 'whatToDo'> | undefined => {
  const folder = existingFolder(path);
  if (!statSync(folder).isDirectory())
    return { sentence: `${folder} is not a folder.`, whatToDo: `Set ${variable} to another folder.` };
  if (kernelFileSystems.includes(statfsSync(folder).type))
    return {
      sentence: `${path} cannot be created: ${folder} belongs to the kernel.`,
      whatToDo: `Set ${variable} to a folder on a disk.`,
    };
  const code = accessError(folder);
  if (code === undefined) return undefined;
  return {
    sentence: `${folder} is not writable for user ${userInfo().username} (${code}).`,
    whatToDo: `Change its owner, run this command as the user of the site, or set ${variable} to another folder.`,
  };
};

export const checkDataFolder = (dataDir: string): Check => {
  const problem = folderProblem(dataDir, 'DATA_DIR');
  if (problem) return { part: dataFolderPart, state: 'failure', ...problem };
  return existsSync(dataDir)
    ? ok(dataFolderPart, `${dataDir} is writable for user ${userInfo().username}.`)
    : ok(dataFolderPart, `${dataDir} does not exist yet: the first start creates it.`);
};

const forOthers = 0o077;

/** Checks that only the user of the site can read files with secrets. */
export const checkSecretFiles = (dataDir: string, otherFiles: readonly string[]): Check[] => {
  const names = ['secret.key', 'postgres.password', 'postgres-site.password'];
  const files = [...names.map((name) => join(dataDir, name)), ...otherFiles].filter((file) => existsSync(file));
  const open = files.filter((file) => (statSync(file).mode & forOthers) !== 0);
  if (open.length > 0)
    return open.map((file) =>
      warning('Secret files', `Other users of this machine can read or change ${file}.`, `chmod 600 ${file}`),
    );
  return files.length === 0 ? [] : [ok('Secret files', 'Only their owner can read the files with secrets.')];
};

interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

const gigabyte = 1024 ** 3;
/** Both limits must be reached, because a tenth of a large disk is a lot of space. */
const scarce = { share: 0.1, bytes: 20 * gigabyte };
const almostFull = { share: 0.02, bytes: 5 * gigabyte };
/** PostgreSQL needs this much for a checkpoint of a busy site. */
const leastBytes = gigabyte / 2;

/** Disk space available to users other than root. */
export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

export const judgeDisk = (folderName: string, { freeBytes, totalBytes }: DiskSpace): Check => {
  if (totalBytes === 0) return ok('Disk', `The disk of ${folderName} does not report its size.`);
  const share = freeBytes / totalBytes;
  const isBelow = (limit: typeof scarce) => share < limit.share && freeBytes < limit.bytes;
  const left = `${Math.floor(share * 100)} % left (${formatBytes(freeBytes)})`;
  const sentence = `The disk of ${folderName} has ${left}.`;
  const whatToDo = 'Free space or move DATA_DIR.';
  if (freeBytes < leastBytes || isBelow(almostFull)) return failure('Disk', sentence, whatToDo);
  return isBelow(scarce) ? warning('Disk', sentence, whatToDo) : ok('Disk', sentence);
};

const picturesPart = 'Pictures';

/** Checks that the picture cache can grow to its limit. */
export const judgePictureFolder = (
  folder: string,
  { usedBytes, maxBytes, disk }: { usedBytes: number; maxBytes: number; disk: DiskSpace },
): Check => {
  const room = Math.max(0, maxBytes - usedBytes);
  // Some disks don't report their size.
  if (disk.totalBytes > 0 && disk.freeBytes < room)
    return warning(
      picturesPart,
      `Pictures in ${folder} may take another ${formatBytes(room)}, but its disk has ${formatBytes(disk.freeBytes)} left.`,
      'Lower PICTURE_CACHE_MB, free space, or set PICTURE_CACHE_DIR to a folder on a larger disk.',
    );
  return ok(picturesPart, `Pictures use about ${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} in ${folder}.`);
};

export const checkPictureFolder = async (folder: string, variable: string, maxBytes: number): Promise<Check> => {
  const problem = folderProblem(folder, variable);
  if (problem) return { part: picturesPart, state: 'failure', ...problem };
  const [usedBytes, disk] = await Promise.all([measurePictures(folder), readDiskSpace(existingFolder(folder))]);
  return judgePictureFolder(folder, { usedBytes, maxBytes, disk });
};

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const outputs: Output[] = [
  { kind: 'file', width: 320, format: 'avif' },
  { kind: 'file', width: 320, format: 'webp' },
];

/** Checks that pictures can be encoded, in the same kind of process that the site uses. */
export const checkEncoder = async (encoder = createEncoder()): Promise<Check> => {
  try {
    await encoder.encode(pixel, outputs);
    return ok(picturesPart, 'Pictures can be encoded as AVIF and WebP.');
  } catch (error) {
    return failure(
      picturesPart,
      `Pictures cannot be encoded: ${(error as Error).message}.`,
      'Run npm ci again on this machine: the package sharp has binaries for each platform.',
    );
  } finally {
    encoder.close();
  }
};

/** Checks that picture URLs can be signed. If there is no key yet, the first start creates one. */
export const checkPictureKey = (secretKey: Buffer | Error | undefined): Check[] => {
  if (secretKey === undefined) return [];
  if (secretKey instanceof Error)
    return [failure(picturesPart, `Picture URLs cannot be signed: ${secretKey.message}`, 'Correct the secret key.')];
  return [ok(picturesPart, 'Picture URLs are signed with the secret key. Machines that share them need the same one.')];
};
