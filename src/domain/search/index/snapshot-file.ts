import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { YieldToEventLoop } from './yield-to-event-loop.ts';

/** The file is incomplete, damaged or not a snapshot of this format. */
export class UnusableSnapshotError extends Error {
  override name = 'UnusableSnapshotError';
}

const pieceBytes = 4 * 1024 * 1024;

const pieces = function* (part: ArrayBufferView) {
  for (let at = 0; at < part.byteLength; at += pieceBytes) {
    yield new Uint8Array(part.buffer, part.byteOffset + at, Math.min(pieceBytes, part.byteLength - at));
  }
};

/** Writes a draft and renames it, so that a crash leaves either the old or the new file intact. */
export const writeSnapshotFile = async (
  path: string,
  header: unknown,
  parts: ArrayBufferView[],
  yieldToEventLoop: YieldToEventLoop,
) => {
  const headerBytes = Buffer.from(JSON.stringify(header));
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    let checksum = 0;
    for (const part of [Uint32Array.of(headerBytes.length), headerBytes, ...parts]) {
      for (const piece of pieces(part)) {
        checksum = crc32(piece, checksum);
        await file.writeFile(piece);
        await yieldToEventLoop();
      }
    }
    await file.writeFile(new Uint8Array(Uint32Array.of(checksum).buffer));
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
};

const readFully = async (file: FileHandle, into: Uint8Array) => {
  for (let got = 0; got < into.length; ) {
    const { bytesRead } = await file.read(into, got, into.length - got);
    if (bytesRead === 0) throw new UnusableSnapshotError('The snapshot is incomplete');
    got += bytesRead;
  }
};

const checksumBytes = 4;

/** `layOut` allocates the parts that follow the header. It gets the remaining bytes, to check them before allocating. */
export const readSnapshotFile = async <Parts extends Record<string, ArrayBufferView>>(
  path: string,
  layOut: (header: unknown, bytes: number) => Parts,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Parts> => {
  const file = await open(path, 'r');
  try {
    let left = (await file.stat()).size - checksumBytes;
    let checksum = 0;
    const fill = async (part: ArrayBufferView) => {
      left -= part.byteLength;
      if (left < 0) throw new UnusableSnapshotError('The snapshot is incomplete');
      for (const piece of pieces(part)) {
        await readFully(file, piece);
        checksum = crc32(piece, checksum);
        await yieldToEventLoop();
      }
    };
    const headerLength = Uint32Array.of(0);
    await fill(headerLength);
    if ((headerLength[0] as number) > left) throw new UnusableSnapshotError('The snapshot is damaged');
    const headerBytes = Buffer.alloc(headerLength[0] as number);
    await fill(headerBytes);
    const parts = layOut(JSON.parse(headerBytes.toString()), left);
    for (const part of Object.values(parts)) await fill(part);
    const expected = Uint32Array.of(0);
    await readFully(file, new Uint8Array(expected.buffer));
    if (left !== 0 || expected[0] !== checksum) throw new UnusableSnapshotError('The snapshot is damaged');
    return parts;
  } finally {
    await file.close();
  }
};
