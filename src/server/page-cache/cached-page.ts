import { transcode } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import { sharedForOneSecond } from '../cache-control.ts';
import type { RecordedTags } from './cache-tags.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send a handful of different Accept-Encoding headers, but anyone can send others. */
const maxHeaders = 100;

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: maxHeaders }),
});

export const negotiateEncoding = (header: string | undefined): Encoding =>
  (header && negotiator.negotiate(header)) || 'identity';

/** A page as it is sent, in the encodings requested so far. */
export interface CachedPage {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Hash of the uncompressed text. The ETag of each encoding is derived from it. */
  hash: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  pending: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Cache tags of everything that the page shows. */
  tags: ReadonlySet<string>;
  /** A performance.now() timestamp. */
  renderedAt: number;
  /** When a large change made the page stale (a performance.now() timestamp). It is dropped soon after. */
  expiredAt?: number;
  /** When the page's data last changed: a Unix time in ms, rounded down to seconds. Only set by the page cache. */
  lastModified?: number;
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  text: string;
  recorded: RecordedTags;
}

export interface FreshPage {
  page: CachedPage;
  /** Whether its tags cover everything it depends on. If not, it must not be cached. */
  isComplete: boolean;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const [expandBrotli, expandGzip] = [promisify(brotliDecompress), promisify(gunzip)];

/** Most pages are requested once, so they are compressed fast. Popular pages are recompressed at the best level. */
const levels = { fast: { br: 1, gzip: 1 }, best: { br: 6, gzip: 9 } };
type Level = keyof typeof levels;
/** A window of 128 KB, about the size of a page. A larger one would only cost memory. */
const windowBits = 17;

const brotliParams = (text: Buffer, level: Level) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: levels[level].br,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});

/** Synchronous, because handing a page to the thread pool takes longer than compressing it at a fast level. */
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

/** The text isn't stored too, because other encodings are rarely requested and decompression is fast. */
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

export const recompress = async (page: CachedPage): Promise<void> => {
  const text = await textOf(page);
  for (const encoding of Object.keys(page.bodies) as Encoding[])
    page.bodies[encoding] = await compressBest(text, encoding);
};

/** Reused between pages, which have more than 100 KB of UTF-16 each. */
let scratch = Buffer.alloc(0);

/** Encodes as UTF-8 via UTF-16: five times faster for text beyond Latin-1, and most pages contain an ellipsis. */
const toUtf8 = (text: string): Buffer => {
  if (scratch.length < 2 * text.length) scratch = Buffer.allocUnsafeSlow(3 * text.length);
  const length = scratch.write(text, 'utf16le');
  try {
    return transcode(scratch.subarray(0, length), 'utf16le', 'utf8');
  } catch {
    // A lone surrogate, which becomes a replacement character here.
    return Buffer.from(text);
  }
};

export const toCachedPage = (rendered: RenderedPage, encoding: Encoding): CachedPage => {
  const { status, headers, text, recorded } = rendered;
  const bytes = toUtf8(text);
  // SHA-1 is the fastest here, and ETags need no cryptographic strength.
  const hash = hashOf('sha1', bytes, 'base64url').slice(0, 22);
  const bodies = { [encoding]: compressFast(bytes, encoding) };
  return { status, headers, hash, bodies, pending: {}, tags: recorded.tags, renderedAt: performance.now() };
};

export const toFreshPage = (rendered: RenderedPage, encoding: Encoding): FreshPage => ({
  page: toCachedPage(rendered, encoding),
  isComplete: rendered.recorded.isComplete,
});

/** Browsers revalidate documents on every visit. Data prefetched on hover is still fresh when the link is clicked. */
export const cachePolicy = (isData: boolean) => `public, max-age=${isData ? 10 : 0}, ${sharedForOneSecond}`;

/** For missing pages, which may exist soon. */
export const missingPolicy = 'public, max-age=0, s-maxage=10';

/** Turns a policy into a private one: only the visitor's own browser may store the response. */
const forVisitor = (policy: string): string => {
  if (/\b(no-store|private)\b/.test(policy)) return policy;
  const shared = /^(public|s-maxage=.*|proxy-revalidate)?$/;
  return ['private', ...policy.split(/, */).filter((directive) => !shared.test(directive))].join(', ');
};

/**
 * Who may store a document: `nobody` for visitors who passed an age check, because a browser would show its stored
 * copy to anyone who presses Back after the check has expired.
 */
export type StoredBy = 'everyone' | 'visitor' | 'nobody';

export const policyFor = (policy: string, storedBy: StoredBy) => {
  if (storedBy === 'everyone') return policy;
  return storedBy === 'visitor' ? forVisitor(policy) : 'private, no-store';
};

/** A weak ETag: recompressing changes the bytes but not the content. */
const etagOf = ({ hash }: CachedPage, encoding: Encoding) => `W/"${hash}-${encoding}"`;

/** Whether the client already has this page (304). If-None-Match takes precedence over the date. */
export const isNotModified = (page: CachedPage, encoding: Encoding, headers: IncomingHttpHeaders) => {
  if (page.status !== 200) return false;
  const { 'if-none-match': etags, 'if-modified-since': date } = headers;
  if (etags !== undefined) return etags.includes(`"${page.hash}-${encoding}"`);
  return date !== undefined && page.lastModified !== undefined && Date.parse(date) >= page.lastModified;
};

/** The page's headers; those that describe the body are left out of a 304. */
export const headersOf = (
  page: CachedPage,
  encoding: Encoding,
  { withBody, storedBy = 'everyone' }: { withBody: boolean; storedBy?: StoredBy },
) => ({
  ...page.headers,
  'cache-control': policyFor(page.headers['cache-control'] ?? '', storedBy),
  etag: etagOf(page, encoding),
  ...(page.status === 200 && page.lastModified !== undefined
    ? { 'last-modified': new Date(page.lastModified).toUTCString() }
    : {}),
  vary: ['Accept-Encoding', ...(page.headers.vary ? [page.headers.vary] : [])].join(', '),
  ...(withBody && encoding !== 'identity' ? { 'content-encoding': encoding } : {}),
});

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

export interface PageUrl {
  url: string;
  /** The cache key of its page. */
  key: string;
}

/**
 * The canonical URL, with the same query, to redirect a non-canonical one to: upper case, extra slashes, another title.
 * Undefined if the page may be sent as it is. The target is always a path of this site, so that `//evil.example` cannot
 * lead elsewhere (open redirect).
 */
export const redirectOf = ({ url, key }: PageUrl, { status, headers }: CachedPage): string | undefined => {
  if (url === key || status !== 200) return undefined;
  const [path, keyPath] = [pathOf(url), pathOf(key)];
  if (path === keyPath || keyPath.endsWith('.data')) return undefined;
  const canonicalPath = headers['content-location'] ?? keyPath;
  return path === canonicalPath ? undefined : canonicalPath + url.slice(path.length);
};
