import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { openPicture, pictureQueue, unreadable } from '#domain/uploads/open-picture.ts';
import { readUploadContent, uploadPathOf } from '#domain/uploads/uploads.ts';
import { hashOfWords, type PictureHash } from './picture-hashes.ts';

/** More than the limit for uploads, because pictures of other sites may be larger. */
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 5;

export type ReadPicture = (url: string, timeoutMs: number) => Promise<Buffer>;

interface PictureSources {
  db: Db;
  fetch: Fetch;
  siteUrl: string;
}

/** Reads uploads from the database, also when they are given by absolute URL, and other pictures from the web. */
export const createPictureReader = ({ db, fetch, siteUrl }: PictureSources): ReadPicture => {
  const readUpload = async (path: string) => {
    const content = await readUploadContent(db, path);
    if (!content) throw new ValidationError('There is no such upload.');
    return content;
  };

  const readFromWeb = async (url: string, timeoutMs: number) => {
    const { status, body } = await fetch(url, { timeoutMs, maxBytes, maxRedirects, headers: { accept: 'image/*' } });
    if (status !== 200) throw new Error(`${new URL(url).host} answered ${status}.`);
    return body;
  };

  return async (url, timeoutMs) => {
    const path = uploadPathOf(url, siteUrl);
    return path === undefined ? readFromWeb(url, timeoutMs) : readUpload(path);
  };
};

/** Width and height in greyscale pixels to which pictures are reduced. */
const side = 32;
/** Only the lowest 8 x 8 frequencies are used, because they survive scaling and compression. */
const lowSide = 8;

const cosines = Float64Array.from({ length: lowSide * side }, (_, at) => {
  const frequency = Math.floor(at / side);
  return Math.cos(((2 * (at % side) + 1) * frequency * Math.PI) / (2 * side));
});

/** The low 8 x 8 block of a two-dimensional DCT-II, row by row. */
const lowFrequencies = (grey: Uint8Array): Float64Array => {
  const rows = new Float64Array(side * lowSide);
  for (let y = 0; y < side; y++)
    for (let u = 0; u < lowSide; u++) {
      let sum = 0;
      for (let x = 0; x < side; x++) sum += (grey[y * side + x] as number) * (cosines[u * side + x] as number);
      rows[y * lowSide + u] = sum;
    }
  const block = new Float64Array(lowSide * lowSide);
  for (let v = 0; v < lowSide; v++)
    for (let u = 0; u < lowSide; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++) sum += (rows[y * lowSide + u] as number) * (cosines[v * side + y] as number);
      block[v * lowSide + u] = sum;
    }
  return block;
};

const medianOf = (values: Float64Array) => values.toSorted()[values.length >> 1] as number;

/** Weaker frequencies are compression noise: one grey level on a 32nd of the pixels. */
const noise = side;
/** A picture with fewer frequencies above the noise is too flat to be distinguished from others. */
const minFrequencies = 16;

/** The perceptual hash of 32 x 32 grey pixels; undefined for flat or nearly flat pictures. */
const dctHash = (grey: Uint8Array): PictureHash | undefined => {
  const frequencies = lowFrequencies(grey).subarray(1);
  if (frequencies.filter((value) => Math.abs(value) > noise).length < minFrequencies) return undefined;
  const median = medianOf(frequencies);
  const words: [number, number] = [0, 0];
  for (const [n, value] of frequencies.entries()) {
    const bit = n + 1;
    if (value > median) words[bit < 32 ? 0 : 1] |= 1 << (31 - (bit % 32));
  }
  return hashOfWords(words);
};

/** Without shrink-on-load, which would give JPEGs other pixels than PNGs of the same picture. */
const scaling = { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false } as const;

const hash = async (file: Buffer) => {
  const picture = await openPicture(file, 'image');
  const grey = picture.flatten({ background: '#ffffff' }).resize(side, side, scaling).toColourspace('b-w');
  return dctHash(await grey.raw({ depth: 'uchar' }).toBuffer());
};

/** Hashes a picture. Returns undefined for flat pictures, and rejects files that are not pictures or too large to decode. */
export const hashPicture = (file: Buffer): Promise<PictureHash | undefined> =>
  pictureQueue
    .run(() => hash(file))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError || error instanceof ValidationError) throw error;
      throw new ValidationError(unreadable('image'));
    });
