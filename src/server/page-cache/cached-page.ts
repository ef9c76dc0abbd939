import { hash as hashOf } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { RecordedTags } from './cache-tags.ts';
import type { Encoding } from './encoding.ts';

/** A page as it is sent, in the encodings requested so far. */
export interface CachedPage {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Of the uncompressed text; the ETag of each encoding is derived from it. */
  hash: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  /** Compressions in progress. */
  pending: Partial<Record<Encoding, Promise<Buffer>>>;
  /** The cache tags of what the page shows. */
  tags: ReadonlySet<string>;
  /** By performance.now(). */
  renderedAt: number;
  /** When what it shows changed last, in whole seconds (a Unix time in ms); only of pages that are shared. */
  lastModified?: number;
}

/** The renderer's output. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  text: string;
  recorded: RecordedTags;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const [expandBrotli, expandGzip] = [promisify(brotliDecompress), promisify(gunzip)];

/** Most pages are requested once, so they are compressed fast. Popular pages are compressed again, well. */
const levels = { fast: { br: 1, gzip: 1 }, best: { br: 6, gzip: 9 } };
type Level = keyof typeof levels;
/** A window of 128 KB, about the size of a page: a larger one only costs memory. */
const windowBits = 17;

const compress = async (text: Buffer, encoding: Encoding, level: Level): Promise<Buffer> => {
  if (encoding === 'identity') return text;
  if (encoding === 'gzip') return compressGzip(text, { level: levels[level].gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: levels[level].br,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return compressBrotli(text, { params });
};

/** The text is not stored beside its compressed forms: another encoding is requested rarely, and decompressing is fast. */
const textOf = async ({ bodies: { identity, br, gzip: zipped } }: CachedPage): Promise<Buffer> => {
  if (identity) return identity;
  return br ? expandBrotli(br) : expandGzip(zipped as Buffer);
};

const encodeBody = async (page: CachedPage, encoding: Encoding): Promise<Buffer> => {
  const body = await compress(await textOf(page), encoding, 'fast');
  page.bodies[encoding] = body;
  delete page.pending[encoding];
  return body;
};

/** The page's body in an encoding, compressed on first request. */
export const bodyOf = async (page: CachedPage, encoding: Encoding): Promise<Buffer> => {
  const body = page.bodies[encoding];
  if (body) return body;
  page.pending[encoding] ??= encodeBody(page, encoding);
  return page.pending[encoding];
};

/** Replaces every body of the page by its best compression. */
export const recompress = async (page: CachedPage): Promise<void> => {
  const text = await textOf(page);
  for (const encoding of Object.keys(page.bodies) as Encoding[])
    page.bodies[encoding] = await compress(text, encoding, 'best');
};

export const toCachedPage = async (rendered: RenderedPage, encoding: Encoding): Promise<CachedPage> => {
  const { status, headers, text, recorded } = rendered;
  const bytes = Buffer.from(text);
  const hash = hashOf('sha256', bytes, 'base64url').slice(0, 22);
  const bodies = { [encoding]: await compress(bytes, encoding, 'fast') };
  return { status, headers, hash, bodies, pending: {}, tags: recorded.tags, renderedAt: performance.now() };
};
