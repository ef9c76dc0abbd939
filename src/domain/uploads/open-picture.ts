import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/values/fields.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

const retryAfterSeconds = 5;
const formats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'];

// A file of 500 bytes may decode to 4096 x 4096 pixels (100 MB), so decode one picture at a time and don't cache.
sharp.cache(false);
sharp.concurrency(1);

/** Every decoding of a picture in this process must go through this queue. */
export const pictureQueue = createWorkQueue({
  maxConcurrent: 1,
  maxWaiting: 8,
  refusal: () =>
    new TooManyRequestsError('Many pictures are being uploaded. Please try again in a few seconds.', retryAfterSeconds),
});

/** File signatures in hexadecimal. Other formats, such as SVG, never reach a parser. */
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

/** AVIF has a lower limit: it is decoded as a whole and in several copies, so 4096 x 4096 pixels would take 300 MB. */
const maxSideOf = (format: string) =>
  format === 'heif' || format === 'avif' ? limits.uploadedImage.avifSide : limits.uploadedImage.side;

export const unreadable = (word: string) => `The ${word} could not be read as an image.`;

/** Checks format and size, rotates upright, drops later frames. `word` names the picture in error messages. */
export const openPicture = async (file: Buffer, word: string): Promise<Sharp> => {
  if (!hasSignature(file)) throw new ValidationError(unreadable(word));
  // Reading the metadata decodes no pixels, so it is safe for a picture of any size.
  const { width = 0, height = 0, format = '' } = await sharp(file, { limitInputPixels: false }).metadata();
  if (!formats.includes(format)) throw new ValidationError(unreadable(word));
  const maxSide = maxSideOf(format);
  if (width > maxSide || height > maxSide)
    throw new ValidationError(`The ${word} may be at most ${maxSide} pixels wide and high.`);
  return sharp(file, { limitInputPixels: limits.uploadedImage.side ** 2, animated: false }).rotate();
};
