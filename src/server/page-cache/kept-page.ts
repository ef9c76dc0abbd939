import { hash as hashOf } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { Shown } from './shown-keys.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page as it is sent, in the encodings that were asked for so far. */
export interface KeptPage {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Of the text; each encoding's own tag is made of it. */
  hash: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  /** Encodings that are being made. */
  pending: Partial<Record<Encoding, Promise<Buffer>>>;
  /** What it shows: a change of any of this drops it. */
  keys: ReadonlySet<string>;
  madeAt: number;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const [expandBrotli, expandGzip] = [promisify(brotliDecompress), promisify(gunzip)];

/** Most pages are asked for once: they are made quickly. Those that are asked for again are made small. */
const levels = { quick: { br: 1, gzip: 1 }, small: { br: 6, gzip: 9 } };
type Level = keyof typeof levels;
/** As far back as a page is long. */
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

/** The text is not kept beside its compressed forms: it comes back out of them faster than it is ever asked for. */
const textOf = async ({ bodies: { identity, br, gzip: zipped } }: KeptPage): Promise<Buffer> => {
  if (identity) return identity;
  return br ? expandBrotli(br) : expandGzip(zipped as Buffer);
};

const makeBody = async (page: KeptPage, encoding: Encoding): Promise<Buffer> => {
  const body = await compress(await textOf(page), encoding, 'quick');
  page.bodies[encoding] = body;
  delete page.pending[encoding];
  return body;
};

/** The page's body in an encoding, made on the first call for it. */
export const bodyOf = async (page: KeptPage, encoding: Encoding): Promise<Buffer> => {
  const made = page.bodies[encoding];
  if (made) return made;
  page.pending[encoding] ??= makeBody(page, encoding);
  return page.pending[encoding];
};

/** Makes the bodies of a page as small as they get. */
export const makeSmall = async (page: KeptPage): Promise<void> => {
  const text = await textOf(page);
  for (const encoding of Object.keys(page.bodies) as Encoding[])
    page.bodies[encoding] = await compress(text, encoding, 'small');
};

/** A page fresh from the renderer. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  text: string;
  shown: Shown;
}

/** A page with its body in one encoding. */
export const keptPage = async (rendered: RenderedPage, encoding: Encoding): Promise<KeptPage> => {
  const { status, headers, text, shown } = rendered;
  const plain = Buffer.from(text);
  const hash = hashOf('sha256', plain, 'base64url').slice(0, 22);
  const bodies = { [encoding]: await compress(plain, encoding, 'quick') };
  return { status, headers, hash, bodies, pending: {}, keys: shown.keys, madeAt: Date.now() };
};

const takes = (accepted: string, encoding: RegExp) => {
  const found = encoding.exec(accepted);
  return found !== null && !/^;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(found.index + found[0].length));
};

/** The best encoding that a browser takes. */
export const encodingFor = (accepted = ''): Encoding => {
  if (takes(accepted, /\bbr\b/)) return 'br';
  return takes(accepted, /\bgzip\b/) ? 'gzip' : 'identity';
};
