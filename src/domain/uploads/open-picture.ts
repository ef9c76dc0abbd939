import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/values/fields.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

const retryAfterSeconds = 5;
const formats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'];

// A file of 500 bytes may decode to 4096 x 4096 pixels, which take 100 MB: one at a time, and nothing is kept afterwards.
sharp.cache(false);
sharp.concurrency(1);

/** Whatever decodes a picture waits its turn here. */
export const pictureQueue = createWorkQueue({
  maxConcurrent: 1,
  maxWaiting: 8,
  refusal: () =>
    new TooManyRequestsError('Many pictures are being uploaded. Please try again in a few seconds.', retryAfterSeconds),
});

/** How files of PNG, JPEG, GIF, WebP, and AVIF or HEIF start. Nothing else, such as SVG, is given to a parser. */
const signatures = [
  /^89504e470d0a1a0a/, // PNG
  /^ffd8ff/, // JPEG
  /^474946383[79]61/, // GIF87a, GIF89a
  /^52494646.{8}57454250/, // RIFF, size, WEBP
  /^.{8}66747970(61766966|61766973|6d696631|6865696[3-8])/, // size, ftyp, then avif, avis, mif1 or hei?
];

const hasSignature = (file: Buffer) => {
  const start = file.toString('hex', 0, 12);
  return signatures.some((signature) => signature.test(start));
};

/** AVIF is decoded as a whole and in several copies: 4096 x 4096 pixels would take 300 MB. */
const maxSideOf = (format: string) =>
  format === 'heif' || format === 'avif' ? limits.uploadedImage.avifSide : limits.uploadedImage.side;

/** What messages say of a file that is no picture. */
export const unreadable = (word: string) => `The ${word} could not be read as an image.`;

/** A picture whose size is known to be bounded, upright and without what follows its first frame; `word` names it in messages. */
export const openPicture = async (file: Buffer, word: string): Promise<Sharp> => {
  if (!hasSignature(file)) throw new ValidationError(unreadable(word));
  // Nothing is decoded for it, so even the size of a huge one can be told.
  const { width = 0, height = 0, format = '' } = await sharp(file, { limitInputPixels: false }).metadata();
  if (!formats.includes(format)) throw new ValidationError(unreadable(word));
  const maxSide = maxSideOf(format);
  if (width > maxSide || height > maxSide)
    throw new ValidationError(`The ${word} may be at most ${maxSide} pixels wide and high.`);
  return sharp(file, { limitInputPixels: limits.uploadedImage.side ** 2, animated: false }).rotate();
};
