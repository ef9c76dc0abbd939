import { ValidationError } from '#domain/errors.ts';
import type { FeedLimits } from '../feed-limits.ts';
import { createExpansionMeter, type ExpansionMeter } from './expansion-meter.ts';
import { gunzip } from './gunzip.ts';
import { joinFiles, type OnUnread, type OpenedFile } from './join-files.ts';
import { peek } from './peek.ts';
import { unzip } from './unzip.ts';

/** For example, a .gz file in a ZIP file has two layers. */
const maxLayers = 3;
const headBytes = 512;

const startsWith = (head: Buffer, ...magic: number[]) => magic.every((byte, at) => head[at] === byte);

const isTar = (head: Buffer) => head.toString('latin1', 257, 262) === 'ustar';

const unsupportedArchive = (head: Buffer): string | undefined => {
  if (startsWith(head, 0x42, 0x5a, 0x68)) return 'bzip2';
  if (startsWith(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a)) return 'xz';
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return 'Zstandard';
  if (startsWith(head, 0x37, 0x7a, 0xbc, 0xaf)) return '7z';
  if (startsWith(head, 0x52, 0x61, 0x72, 0x21, 0x1a)) return 'RAR';
  return isTar(head) ? 'TAR' : undefined;
};

async function* metered(bytes: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    count(chunk.length);
    yield chunk;
  }
}

async function* openFiles(
  bytes: AsyncIterable<Uint8Array>,
  meter: ExpansionMeter,
  onUnread: OnUnread,
  layer: number,
): AsyncGenerator<OpenedFile> {
  for await (const { name, bytes: packed } of unzip(bytes, meter))
    yield { name, bytes: openLayer(packed, meter, onUnread, layer) };
}

async function* openLayer(
  bytes: AsyncIterable<Uint8Array>,
  meter: ExpansionMeter,
  onUnread: OnUnread,
  layer: number,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(bytes, headBytes);
  const archive = unsupportedArchive(head);
  if (archive) throw new ValidationError(`This is a ${archive} file. Send the feed as it is, or as .gz or .zip.`);
  const isGzip = startsWith(head, 0x1f, 0x8b);
  const isZip = startsWith(head, 0x50, 0x4b, 3, 4);
  if (startsWith(head, 0x50, 0x4b, 5, 6)) throw new ValidationError('The ZIP file is empty.');
  if (!isGzip && !isZip) return yield* all;
  if (layer === maxLayers) throw new ValidationError(`The feed is compressed more than ${maxLayers} times.`);
  if (isZip) yield* joinFiles(openFiles(all, meter, onUnread, layer + 1), onUnread);
  else yield* openLayer(metered(gunzip(all), meter.expand), meter, onUnread, layer + 1);
}

/**
 * Unpacks gzip and ZIP, recognized by their contents. Uncompressed bytes pass through. Calls `onUnread` for each file
 * of an archive that may be a feed but isn't read.
 */
export async function* decompress(
  bytes: AsyncIterable<Uint8Array>,
  limits: Pick<FeedLimits, 'bytes' | 'expansion'>,
  onUnread: OnUnread = () => {},
): AsyncGenerator<Uint8Array> {
  const meter = createExpansionMeter(limits);
  yield* openLayer(metered(bytes, meter.receive), meter, onUnread, 0);
}
