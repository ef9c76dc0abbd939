import { transcode } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';
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
  /** When a large change made it out of date, by performance.now(): it is soon dropped. */
  expiredAt?: number;
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

/** A page that was just rendered. */
export interface FreshPage {
  page: CachedPage;
  /** Whether its tags are all that it depends on: otherwise it cannot be cached. */
  isComplete: boolean;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const [expandBrotli, expandGzip] = [promisify(brotliDecompress), promisify(gunzip)];

/** Most pages are requested once, so they are compressed fast. Popular pages are compressed again, well. */
const levels = { fast: { br: 1, gzip: 1 }, best: { br: 6, gzip: 9 } };
type Level = keyof typeof levels;
/** A window of 128 KB, about the size of a page: a larger one only costs memory. */
const windowBits = 17;

const brotliParams = (text: Buffer, level: Level) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: levels[level].br,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});

/** Compresses here: to hand a page to another thread takes longer than to compress it fast. */
const compressFast = (text: Buffer, encoding: Encoding): Buffer => {
  if (encoding === 'identity') return text;
  return encoding === 'gzip'
    ? gzipSync(text, { level: levels.fast.gzip })
    : brotliCompressSync(text, brotliParams(text, 'fast'));
};

const compressBest = async (text: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'identity') return text;
  return encoding === 'gzip'
    ? compressGzip(text, { level: levels.best.gzip })
    : compressBrotli(text, brotliParams(text, 'best'));
};

/** The text is not stored beside its compressed forms: another encoding is requested rarely, and decompressing is fast. */
const textOf = async ({ bodies: { identity, br, gzip: zipped } }: CachedPage): Promise<Buffer> => {
  if (identity) return identity;
  return br ? expandBrotli(br) : expandGzip(zipped as Buffer);
};

const encodeBody = async (page: CachedPage, encoding: Encoding): Promise<Buffer> => {
  const body = compressFast(await textOf(page), encoding);
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
    page.bodies[encoding] = await compressBest(text, encoding);
};

/** Reused: a page has more than 100 KB of UTF-16. */
let scratch = Buffer.alloc(0);

/** By way of UTF-16, which takes a fifth of the time where text goes beyond Latin-1: most pages have an ellipsis. */
const encoded = (text: string): Buffer => {
  if (scratch.length < 2 * text.length) scratch = Buffer.allocUnsafeSlow(3 * text.length);
  const length = scratch.write(text, 'utf16le');
  try {
    return transcode(scratch.subarray(0, length), 'utf16le', 'utf8');
  } catch {
    // Half a surrogate pair, which becomes a replacement character.
    return Buffer.from(text);
  }
};

export const toCachedPage = (rendered: RenderedPage, encoding: Encoding): CachedPage => {
  const { status, headers, text, recorded } = rendered;
  const bytes = encoded(text);
  // SHA-1 is the fastest here, and an ETag protects nothing.
  const hash = hashOf('sha1', bytes, 'base64url').slice(0, 22);
  const bodies = { [encoding]: compressFast(bytes, encoding) };
  return { status, headers, hash, bodies, pending: {}, tags: recorded.tags, renderedAt: performance.now() };
};

export const toFreshPage = (rendered: RenderedPage, encoding: Encoding): FreshPage => ({
  page: toCachedPage(rendered, encoding),
  isComplete: rendered.recorded.isComplete,
});
