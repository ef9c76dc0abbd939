import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
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

async function* withFirstLine(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(firstLine);
  yield* compressed;
}

/** Hands the bytes of a backup to `write`. */
export const writeParts = (
  parts: AsyncIterable<BackupPart>,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> =>
  pipeline(
    Readable.from(encode(parts)),
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => write(withFirstLine(compressed)),
    { signal },
  );
