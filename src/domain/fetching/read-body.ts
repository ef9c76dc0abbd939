import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = (maxBytes: number) => new Error(`The answer has more than ${maxBytes} bytes.`);

const decoded = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return response;
  const decoder = decoders[encoding]?.();
  if (!decoder) throw new Error(`The answer is encoded as ${encoding.slice(0, 40)}.`);
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
};

/** The body, of which no more than `maxBytes` are held, compressed or not. */
export const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(response)) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
};
