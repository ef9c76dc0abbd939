import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive as one program or another writes it. */
export interface WrittenFile {
  name: string;
  content?: string | Uint8Array;
  isStored?: boolean;
  /** What deflating makes of it, from 0: nothing but copies. */
  level?: number;
  /** Checksum and lengths come behind the file, with or without a signature. */
  descriptor?: 'signed' | 'unsigned';
  /** With lengths of 64 bits. */
  isZip64?: boolean;
  isEncrypted?: boolean;
}

const bytesOf = (...numbers: [value: number, length: number][]): Buffer => {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of numbers) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
};

const elsewhere = 0xffffffff;

const fileOf = ({ name, content = '', isStored, level = 6, descriptor, isZip64, isEncrypted }: WrittenFile): Buffer => {
  const plain = Buffer.from(content);
  const packed = isStored ? plain : deflateRawSync(plain, { level });
  const crc = crc32(plain);
  const width = isZip64 ? 8 : 4;
  const known = descriptor ? 0 : 1;
  const lengthIn = (length: number) => (isZip64 ? elsewhere : known * length);
  const extra = isZip64
    ? bytesOf([1, 2], [16, 2], [known * plain.length, 8], [known * packed.length, 8])
    : Buffer.alloc(0);
  const header = bytesOf(
    [0x04034b50, 4],
    [isZip64 ? 45 : 20, 2],
    [0x800 | (descriptor ? 8 : 0) | (isEncrypted ? 1 : 0), 2],
    [isStored ? 0 : 8, 2],
    [0, 4],
    [known * crc, 4],
    [lengthIn(packed.length), 4],
    [lengthIn(plain.length), 4],
    [Buffer.byteLength(name), 2],
    [extra.length, 2],
  );
  const behind = descriptor
    ? [
        ...(descriptor === 'signed' ? [bytesOf([0x08074b50, 4])] : []),
        bytesOf([crc, 4], [packed.length, width], [plain.length, width]),
      ]
    : [];
  return Buffer.concat([header, Buffer.from(name), extra, packed, ...behind]);
};

/** The files of an archive without the directory that comes behind them. */
export const writeFiles = (files: readonly WrittenFile[]): Buffer => Buffer.concat(files.map(fileOf));

/** A directory of one file stands for all: whoever reads a stream does not use it. */
const directory = bytesOf([0x02014b50, 4], ...Array.from({ length: 21 }, (): [number, number] => [0, 2]));

export const writeZip = (...files: WrittenFile[]): Buffer => Buffer.concat([writeFiles(files), directory]);
