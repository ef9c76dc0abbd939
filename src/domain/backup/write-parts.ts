import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { ValidationError } from '#domain/errors.ts';
import { type BackupPart, encodeEnd, encodePart, firstLine } from './backup-file.ts';

async function* encode(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of parts)
    for (const bytes of encodePart(part)) {
      hash.update(bytes);
      yield bytes;
    }
  yield* encodeEnd(hash.digest());
}

const sync = async (path: string) => {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
};

const cannotWrite = (path: string, error: unknown) => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isOfFile = syscall === 'open' || syscall === 'write' || syscall === 'fsync' || syscall === 'rename';
  return isOfFile ? new ValidationError(`${path} cannot be written (${code}).`) : error;
};

/** The file is replaced when it is finished, which must not happen to a device. */
const assertReplaceable = async (path: string) => {
  const existing = await lstat(path).catch(() => undefined);
  if (existing && !existing.isFile()) throw new ValidationError(`${path} is not a file: choose another name.`);
};

/** Writes a backup under another name first: a file with its own name is complete. Only its owner can read it. */
export const writeParts = async (path: string, parts: AsyncIterable<BackupPart>): Promise<void> => {
  await assertReplaceable(path);
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`;
  try {
    const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
    file.write(firstLine);
    await pipeline(Readable.from(encode(parts)), createZstdCompress(), file);
    await sync(unfinished);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw cannotWrite(path, error);
  }
};
