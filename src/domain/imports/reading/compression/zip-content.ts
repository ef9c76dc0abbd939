import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ByteReader } from './byte-reader.ts';
import { isZlibError } from './gunzip.ts';
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
 * Inflates until the deflate stream ends, and puts back what was read beyond it. Searching for the signature of the
 * next record instead would sooner or later find it in compressed bytes by chance.
 */
async function* inflatedContent(reader: ByteReader, length: number): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 });
  let left = length;
  /** Slices that the inflater may not have fully consumed. */
  const pending: Buffer[] = [];
  let consumed = 0;
  async function* slices() {
    while (left > 0) {
      const slice = await reader.next(Math.min(left, sliceBytes));
      if (!slice) return;
      left -= slice.length;
      for (let first = pending[0]; first && consumed + first.length <= inflater.bytesWritten; [first] = pending) {
        consumed += first.length;
        pending.shift();
      }
      pending.push(slice);
      yield slice;
    }
  }
  // Ignored here, because errors also surface while iterating.
  const isClosed = pipeline(slices(), inflater).catch(() => undefined);
  try {
    yield* inflater;
  } catch (error) {
    throw isZlibError(error) ? damagedZip() : error;
  } finally {
    inflater.destroy();
    await isClosed;
  }
  const beyond = Buffer.concat(pending).subarray(inflater.bytesWritten - consumed);
  if (length === Number.POSITIVE_INFINITY) reader.putBack(beyond);
  else if (left + beyond.length > 0) throw damagedZip();
}

interface Measured {
  crc: number;
  packed: number;
  size: number;
}

const descriptorSignature = 0x08074b50;
/**
 * With or without a signature, with 64-bit or 32-bit lengths. Longer forms first, because their zeros match shorter
 * ones.
 */
const descriptorForms = [
  { start: 4, width: 8 },
  { start: 0, width: 8 },
  { start: 4, width: 4 },
  { start: 0, width: 4 },
];

const lengthAt = (bytes: Buffer, at: number, width: number) =>
  width === 8 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at);

/** Reads the data descriptor after a file of unknown length, and checks that it matches. */
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

/** Unpacks a file of an archive. Throws at its end if the checksum is wrong. */
export async function* contentOf(
  reader: ByteReader,
  { isDeflated, hasDescriptor, crc, packedBytes }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const start = reader.position();
  const measured: Measured = { crc: 0, packed: 0, size: 0 };
  for await (const piece of (isDeflated ? inflatedContent : storedContent)(reader, packedBytes)) {
    measured.crc = crc32(piece, measured.crc);
    measured.size += piece.length;
    yield piece;
  }
  measured.packed = reader.position() - start;
  if (hasDescriptor) await takeDescriptor(reader, measured);
  else if (measured.crc !== crc) throw damagedZip();
}
