import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

/** Before the content of each file: what it is, and a checksum. */
const magic = Buffer.from('MQP1');
const headBytes = magic.length + 4;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The content of a file; undefined if there is none, or if it is damaged. */
export const readPictureFile = async (path: string): Promise<Buffer | undefined> => {
  try {
    const file = await readFile(path);
    const content = file.subarray(headBytes);
    const isWhole =
      file.length > headBytes &&
      magic.equals(file.subarray(0, magic.length)) &&
      file.readUInt32BE(4) === crc32(content);
    if (isWhole) return content;
    await rm(path, { force: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return undefined;
};

/** Whole or not at all, also for other processes with the same folder. */
export const writePictureFile = async (path: string, content: Buffer): Promise<void> => {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32BE(crc32(content), magic.length);
  const unfinished = `${path}.${randomUUID()}.new`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(unfinished, Buffer.concat([head, content]));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
};
