import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ByteReader } from './byte-reader.ts';
import { isZlibError } from './is-zlib-error.ts';
import { damagedZip, type ZipEntry } from './zip-entry.ts';

const sliceBytes = 16 * 1024;

async function* storedContent(reader: ByteReader, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0; ) {
    const slice = await reader.next(Math.min(left, sliceBytes));
    if (!slice) throw damagedZip();
    left -= slice.length;
    yield slice;
  }
}

/**
 * The end of what is deflated shows in itself. What was read beyond it is put back: to look for the signature of the next record
 * instead would find it in compressed bytes by chance, sooner or later.
 */
async function* inflatedContent(reader: ByteReader, length: number): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 });
  let left = length;
  /** Not consumed yet, as far as is known. */
  const given: Buffer[] = [];
  let consumed = 0;
  async function* slices() {
    while (left > 0) {
      const slice = await reader.next(Math.min(left, sliceBytes));
      if (!slice) return;
      left -= slice.length;
      for (let first = given[0]; first && consumed + first.length <= inflater.bytesWritten; [first] = given) {
        consumed += first.length;
        given.shift();
      }
      given.push(slice);
      yield slice;
    }
  }
  // Errors of the source arrive below as well.
  const isClosed = pipeline(slices(), inflater).catch(() => undefined);
  try {
    yield* inflater;
  } catch (error) {
    throw isZlibError(error) ? damagedZip() : error;
  } finally {
    inflater.destroy();
    await isClosed;
  }
  const beyond = Buffer.concat(given).subarray(inflater.bytesWritten - consumed);
  if (length === Number.POSITIVE_INFINITY) reader.putBack(beyond);
  else if (left + beyond.length > 0) throw damagedZip();
}

interface Measured {
  crc: number;
  packed: number;
  size: number;
}

const descriptorSignature = 0x08074b50;
/** With and without a signature, with lengths of 64 and of 32 bits: the longer ones first, as zeros look like the shorter ones. */
const descriptorForms = [
  { start: 4, width: 8 },
  { start: 0, width: 8 },
  { start: 4, width: 4 },
  { start: 0, width: 4 },
];

const lengthAt = (bytes: Buffer, at: number, width: number) =>
  width === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at);

/** Takes what is behind a file whose lengths were not known before, if it is about this file. */
const takeDescriptor = async (reader: ByteReader, { crc, packed, size }: Measured) => {
  const bytes = await reader.peek(24);
  const form = descriptorForms.find(({ start, width }) => {
    if (bytes.length < start + 4 + 2 * width) return false;
    if (start > 0 && bytes.readUInt32LE() !== descriptorSignature) return false;
    const isLength = (at: number, length: number) => lengthAt(bytes, at, width) === length % 2 ** (8 * width);
    return bytes.readUInt32LE(start) === crc && isLength(start + 4, packed) && isLength(start + 4 + width, size);
  });
  if (!form) throw damagedZip();
  await reader.read(form.start + 4 + 2 * form.width);
};

/** A file of an archive as it was before it was compressed. Throws at its end if it is not. */
export async function* contentOf(
  reader: ByteReader,
  { isDeflated, hasDescriptor, crc, packedBytes }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const start = reader.position();
  const found: Measured = { crc: 0, packed: 0, size: 0 };
  for await (const piece of (isDeflated ? inflatedContent : storedContent)(reader, packedBytes)) {
    found.crc = crc32(piece, found.crc);
    found.size += piece.length;
    yield piece;
  }
  found.packed = reader.position() - start;
  if (hasDescriptor) await takeDescriptor(reader, found);
  else if (found.crc !== crc) throw damagedZip();
}
