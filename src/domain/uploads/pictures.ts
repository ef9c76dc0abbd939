import { hash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { limits } from '#contract/values/limits.ts';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';
import { uploadsPath } from './upload-name.ts';

interface PictureKind {
  /** What messages call it; also the field of its form. */
  word: 'logo' | 'image';
  folder: 'logos' | 'images';
  /** Larger ones are scaled down to it. */
  storedSide: number;
}

/** Of partner websites. */
export const logoKind: PictureKind = { word: 'logo', folder: 'logos', storedSide: 512 };
/** Of posts and stars. */
export const imageKind: PictureKind = { word: 'image', folder: 'images', storedSide: 1280 };

const retryAfterSeconds = 5;
const formats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'];

// A file of 500 bytes may decode to 4096 x 4096 pixels, which take 100 MB: one at a time, and nothing is kept afterwards.
sharp.cache(false);
sharp.concurrency(1);
const queue = createWorkQueue({
  maxConcurrent: 1,
  maxWaiting: 8,
  refusal: () =>
    new TooManyRequestsError('Many pictures are being uploaded. Please try again in a few seconds.', retryAfterSeconds),
});

/** AVIF is decoded as a whole and in several copies: 4096 x 4096 pixels would take 300 MB. */
const maxSideOf = (format: string) =>
  format === 'heif' || format === 'avif' ? limits.uploadedImage.avifSide : limits.uploadedImage.side;

const unreadable = (word: string) => `The ${word} could not be read as an image.`;

/** Re-encodes an upload, which drops metadata and anything else hidden in the file. */
const reencode = async (upload: Buffer, { word, storedSide }: PictureKind) => {
  // Nothing is decoded for it, so even the size of a huge one can be told.
  const { width = 0, height = 0, format = '' } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (!formats.includes(format)) throw new ValidationError(unreadable(word));
  const maxSide = maxSideOf(format);
  if (width > maxSide || height > maxSide)
    throw new ValidationError(`The ${word} may be at most ${maxSide} pixels wide and high.`);
  const image = sharp(upload, { limitInputPixels: limits.uploadedImage.side ** 2, animated: false });
  return image.rotate().resize(storedSide, storedSide, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
};

/** Encodes an upload as a small WebP, when its turn comes. */
export const encodePicture = (upload: Buffer, kind: PictureKind): Promise<Buffer> =>
  queue
    .run(() => reencode(upload, kind))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError) throw error;
      const message = error instanceof ValidationError ? error.message : unreadable(kind.word);
      throw new ValidationError(message, { [kind.word]: message });
    });

/** Stores an encoded picture under a name that follows from its content; returns the path that records refer to. */
export const storePicture = async (db: Db, content: Buffer, { folder }: PictureKind): Promise<string> => {
  const name = `${folder}/${hash('sha256', content).slice(0, 32)}.webp`;
  await db
    .insertInto('uploads')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: sql<Date>`now()` }))
    .execute();
  return uploadsPath + name;
};
