import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchTooLargeError } from './fetch-errors.ts';

export interface SizeLimits {
  /** Of the body, both as it comes and after it is decompressed. */
  maxBytes: number;
}

/** Feeds and pages shrink to a fifth or a twentieth; what is made to exhaust a server, to a thousandth and less. */
const maxExpansion = 200;
/** Small answers may be as repetitive as they like. */
const freeBytes = 1024 * 1024;

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const tooLarge = (maxBytes: number) => new FetchTooLargeError(`The answer has more than ${maxBytes} bytes.`);

const decoderFor = ({ headers }: IncomingMessage) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === '' || encoding === 'identity') return undefined;
  const decoder = decoders[encoding];
  if (!decoder) throw new Error(`The answer is encoded as ${encoding.slice(0, 40)}.`);
  return decoder();
};

/** Answers to HEAD, and those that say that nothing has changed, have the headers of a body that does not follow. */
const hasBody = ({ statusCode = 0 }: IncomingMessage, method: string) =>
  method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;

/** The body within its limits. Compressed bytes are counted, too: some decompress to nothing. */
export async function* decodedBody(
  response: IncomingMessage,
  method: string,
  { maxBytes }: SizeLimits,
): AsyncGenerator<Buffer, void, undefined> {
  if (!hasBody(response, method)) return;
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let received = 0;
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  }
  const decoder = decoderFor(response);
  // Errors of the pipeline are thrown where it is read.
  const decoded: AsyncIterable<Buffer> = decoder ? pipeline(response, count, decoder, () => {}) : count(response);
  let expanded = 0;
  for await (const chunk of decoded) {
    expanded += chunk.length;
    if (expanded > maxBytes) throw tooLarge(maxBytes);
    if (expanded > freeBytes && expanded > received * maxExpansion)
      throw new FetchTooLargeError(`The answer expands more than ${maxExpansion} times.`);
    yield chunk;
  }
}
