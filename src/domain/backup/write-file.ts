import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ValidationError } from '#domain/errors.ts';

const cannotWrite = (path: string, error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = syscall === 'open' || syscall === 'write' || syscall === 'fsync' || syscall === 'rename';
  if (!isOfFile) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ValidationError(`There is no space left in ${dirname(path)}: free some space, or keep fewer backups.`);
  return new ValidationError(`${path} cannot be written (${code}).`);
};

/** The file will be replaced, which must not happen to devices. */
const assertReplaceable = async (path: string) => {
  const existing = await lstat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new ValidationError(`${path} is not a file: choose another name.`);
};

/** The suffix of a file until it is complete. */
export const unfinishedPattern = /\.[0-9a-f]{8}\.unfinished$/;

/**
 * Writes a file atomically, by renaming it when it is complete. Only its owner can read it. `fill` passes the bytes to
 * `write`.
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
