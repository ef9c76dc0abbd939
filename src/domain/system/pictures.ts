import { formatBytes } from '#contract/values/format-bytes.ts';
import type { Output } from '#domain/pictures/encode.ts';
import { createEncoder } from '#domain/pictures/encoder.ts';
import { measurePictures } from '#domain/pictures/measure-folder.ts';
import { type Check, failure, ok, warning } from './check.ts';
import { existingFolder, folderProblem } from './data-folder.ts';
import { type DiskSpace, readDiskSpace } from './disk.ts';

const part = 'Pictures';

/** Where the image proxy keeps its pictures, and whether what it may take fits on the disk. */
export const judgePictureFolder = (
  folder: string,
  { usedBytes, maxBytes, disk }: { usedBytes: number; maxBytes: number; disk: DiskSpace },
): Check => {
  const room = Math.max(0, maxBytes - usedBytes);
  // Some disks don't tell their size.
  if (disk.totalBytes > 0 && disk.freeBytes < room)
    return warning(
      part,
      `Pictures in ${folder} may take another ${formatBytes(room)}, but its disk has ${formatBytes(disk.freeBytes)} left.`,
      'Lower PICTURE_CACHE_MB, free space, or set PICTURE_CACHE_DIR to a folder on a larger disk.',
    );
  return ok(
    part,
    `Pictures may take ${formatBytes(maxBytes)} in ${folder}; about ${formatBytes(usedBytes)} are taken.`,
  );
};

export const checkPictureFolder = async (folder: string, variable: string, maxBytes: number): Promise<Check> => {
  const problem = folderProblem(folder, variable);
  if (problem) return { part, state: 'failure', ...problem };
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

/** Whether pictures can be encoded, in the process that does it for the site. */
export const checkEncoder = async (encoder = createEncoder()): Promise<Check> => {
  try {
    await encoder.encode(pixel, outputs);
    return ok(part, 'Pictures can be encoded as AVIF and WebP.');
  } catch (error) {
    return failure(
      part,
      `Pictures cannot be encoded: ${(error as Error).message}.`,
      'Run npm ci again on this machine: the package sharp has a part for each platform.',
    );
  } finally {
    encoder.close();
  }
};

/** Whether the addresses of pictures can be signed. Without a key, the first start makes one. */
export const checkPictureKey = (secretKey: Buffer | Error | undefined): Check[] => {
  if (secretKey === undefined) return [];
  if (secretKey instanceof Error)
    return [failure(part, `Addresses of pictures cannot be signed: ${secretKey.message}`, 'Correct the secret key.')];
  return [
    ok(part, 'Addresses of pictures are signed with the secret key. Machines that share them need the same one.'),
  ];
};
