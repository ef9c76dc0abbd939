import { ValidationError } from '#domain/errors.ts';
import type { ByteReader } from './byte-reader.ts';

/** Folders and hidden files. */
const hidden = /(^|\/)(\.[^/]*|__MACOSX\/.*)$|\/$/i;
/** Files that describe a feed or list its deleted rows. */
const besideFeeds =
  /(^|\/)(read_?me|licen[cs]e|changelog|manifest|copying|terms|about|info|deleted|removed|expired)(\.\w+)*$/i;
/**
 * File types that are never feeds. Files with unknown extensions are opened, so that their posts aren't taken for
 * missing.
 */
const otherKinds =
  /\.(jpe?g|png|gif|webp|avif|svg|ico|bmp|mp4|m4v|webm|mov|avi|mkv|mp3|pdf|html?|css|js|md|rtf|log|ini|cfg|exe|sh|bat|sig|asc|md5|sha1|sha256|sfv)$/i;

/** Whether a file of an archive may be a feed, by its name. */
export const isFeedName = (name: string): boolean =>
  !hidden.test(name) && !besideFeeds.test(name) && !otherKinds.test(name);

/** Office documents are ZIP files too. */
export const isOfficeFile = (name: string) => name === '[Content_Types].xml' || name === 'mimetype';

/** The header of a file in a ZIP file, as APPNOTE.TXT describes it. */
export interface ZipEntry {
  name: string;
  isDeflated: boolean;
  /** True if the checksum and lengths follow the file, because its writer streamed it. */
  hasDescriptor: boolean;
  crc: number;
  /** Compressed size. Infinity if only the deflate stream tells where the file ends. */
  packedBytes: number;
}

export const damagedZip = () => new ValidationError('The ZIP file is damaged or incomplete.');

const entrySignature = 0x04034b50;
/** Records after the files: the central directory and its end, also of ZIP64. */
const directorySignatures = new Set([0x02014b50, 0x08064b50, 0x06064b50, 0x06054b50]);

const encryptedFlag = 1;
const descriptorFlag = 8;
const utf8Flag = 0x800;
const stored = 0;
const deflated = 8;
/** Marks a length that is stored in a ZIP64 field, or after the file. */
const elsewhere = 0xffffffff;
const zip64Field = 1;

const take = async (reader: ByteReader, length: number): Promise<Buffer> => {
  const bytes = await reader.read(length);
  if (!bytes) throw damagedZip();
  return bytes;
};

const packedBytesOf = (packed: number, size: number, extra: Buffer): number => {
  if (packed !== elsewhere) return packed;
  const inField = size === elsewhere ? 12 : 4;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === zip64Field && at + inField + 8 <= extra.length)
      return Number(extra.readBigUInt64LE(at + inField));
  return packed;
};

const assertSupported = (name: string, flags: number, method: number) => {
  if (isOfficeFile(name))
    throw new ValidationError('This is an office document. Save the table as CSV and import that.');
  if (flags & encryptedFlag) throw new ValidationError('The ZIP file is encrypted. Send it without a password.');
  if (method !== stored && method !== deflated)
    throw new ValidationError(
      'The ZIP file uses an unusual compression. Compress the feed with gzip, or with Deflate.',
    );
};

/** Reads the header of the next file. Returns undefined after the last one. */
export const readEntry = async (reader: ByteReader): Promise<ZipEntry | undefined> => {
  const signature = (await take(reader, 4)).readUInt32LE();
  if (directorySignatures.has(signature)) return undefined;
  if (signature !== entrySignature) throw damagedZip();
  const header = await take(reader, 26);
  const flags = header.readUInt16LE(2);
  const method = header.readUInt16LE(4);
  const name = (await take(reader, header.readUInt16LE(22))).toString(flags & utf8Flag ? 'utf8' : 'latin1');
  const extra = await take(reader, header.readUInt16LE(24));
  assertSupported(name, flags, method);
  const isDeflated = method === deflated;
  const hasDescriptor = (flags & descriptorFlag) !== 0;
  const packedBytes = packedBytesOf(header.readUInt32LE(14), header.readUInt32LE(18), extra);
  const isUnknown = hasDescriptor && (packedBytes === 0 || packedBytes === elsewhere);
  if (isUnknown && !isDeflated && !name.endsWith('/'))
    throw new ValidationError(
      'The ZIP file doesn’t say how long its files are, so it can’t be read. Compress the feed with gzip instead.',
    );
  return {
    name,
    isDeflated,
    hasDescriptor,
    crc: header.readUInt32LE(10),
    packedBytes: isDeflated && hasDescriptor ? Number.POSITIVE_INFINITY : isUnknown ? 0 : packedBytes,
  };
};
