import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ValidationError } from '#domain/errors.ts';

const cannotWrite = (path: string, error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = syscall === 'open' || syscall === 'write' || syscall === 'fsync' || syscall === 'rename';
  if (!isOfFile) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ValidationError(`There is no space left in ${dirname(path)}: free some, or keep fewer backups.`);
  return new ValidationError(`${path} cannot be written (${code}).`);
};

/** The file is replaced when it is finished, which must not happen to a device. */
const assertReplaceable = async (path: string) => {
  const existing = await lstat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new ValidationError(`${path} is not a file: choose another name.`);
};

/** Under which a file is written until it is complete. */
export const unfinishedPattern = /\.[0-9a-f]{8}\.unfinished$/;

/**
 * Writes a file under another name first: a file with its own name is complete. Only its owner can read it. `fill` gets a
 * function that takes the bytes.
 */
export const writeFile = async (
  path: string,
  fill: (write: (bytes: AsyncIterable<Buffer>) => Promise<void>) => Promise<void>,
): Promise<void> => {
  await assertReplaceable(path);
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await fill(async (bytes) => {
        for await (const chunk of bytes) await file.writeFile(chunk);
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw cannotWrite(path, error);
  }
};
