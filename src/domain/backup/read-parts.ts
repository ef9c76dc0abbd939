import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { ValidationError } from '#domain/errors.ts';
import { type BackupPart, decodePart, endLetter, firstLine, prefixBytes } from './backup-file.ts';
import { emptyFrame, measureFrame } from './zstandard-frame.ts';

/** The database sends rows in chunks of at most 64 KB, and each is a part. */
const maxPartBytes = 64 * 1024 * 1024;

const damaged = (path: string) => new ValidationError(`${path} is damaged or incomplete: use another backup.`);

const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw new ValidationError(
    error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
  );
};

const readFirstLine = async (path: string) => {
  const file = await open(path).catch(unreadable(path));
  try {
    const start = file.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0);
    const { buffer, bytesRead } = await start.catch(unreadable(path));
    const line = buffer.toString('latin1', 0, bytesRead);
    if (line === firstLine) return;
    throw new ValidationError(
      line.startsWith('Marquee backup')
        ? `${path} was made by a newer version of Marquee: restore it with that version.`
        : `${path} is not a backup of Marquee.`,
    );
  } finally {
    await file.close();
  }
};

/** Splits a stream into its parts, each as a letter and its content. */
async function* split(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ letter: string; bytes: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= prefixBytes) {
      const length = rest.readUInt32BE(at + 1);
      if (length > maxPartBytes) throw new Error('too long');
      const end = at + prefixBytes + length;
      if (end > rest.length) break;
      yield { letter: rest.toString('latin1', at, at + 1), bytes: rest.subarray(at, end) };
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('cut off');
}

/** Bytes that nobody has checked may mean that the file is not what somebody thinks it is. */
const assertEnd = async (path: string, frameLength: number | undefined) => {
  if (frameLength === undefined) throw damaged(path);
  const end = firstLine.length + frameLength;
  const file = await open(path).catch(unreadable(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(emptyFrame.length + 1), 0, emptyFrame.length + 1, end);
    const rest = buffer.subarray(0, bytesRead);
    if (rest.length === 0 || rest.equals(emptyFrame)) return;
    // The last byte is missing.
    if (emptyFrame.subarray(0, rest.length).equals(rest)) throw damaged(path);
    const { size } = await file.stat();
    throw new ValidationError(
      `${path} goes on for ${size - end} bytes after the end of the backup: use another backup.`,
    );
  } finally {
    await file.close();
  }
};

/**
 * The parts of a backup. Throws if it is damaged, at the latest after the last part: nothing may be kept of what was read
 * until then.
 */
export async function* readParts(path: string, onRead: (bytes: number) => void = () => {}): AsyncGenerator<BackupPart> {
  await readFirstLine(path);
  const hash = createHash('sha256');
  const file = createReadStream(path, { start: firstLine.length });
  const frame = measureFrame();
  file.on('data', (chunk) => {
    frame.push(chunk as Buffer);
    onRead(chunk.length);
  });
  const chunks = file.pipe(createZstdDecompress());
  file.on('error', (error) => chunks.destroy(error));
  // What follows the end may be found unreadable after it has been read.
  chunks.on('error', () => {});
  let isComplete = false;
  try {
    for await (const { letter, bytes } of split(chunks)) {
      const content = bytes.subarray(prefixBytes);
      if (letter === endLetter) {
        isComplete = hash.copy().digest().equals(content);
        continue;
      }
      hash.update(bytes);
      const part = decodePart(letter, content);
      if (!part || isComplete) throw new Error('unknown');
      yield part;
    }
  } catch {
    // Whatever the decompressor or a part has found: the file is not what was written.
    throw damaged(path);
  } finally {
    file.destroy();
  }
  if (!isComplete) throw damaged(path);
  await assertEnd(path, frame.get());
}
