import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { limits } from '#contract/values/limits.ts';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

const unreadable = 'The logo could not be read as an image.';
const storedSide = 512;
const retryAfterSeconds = 5;
const formats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'];

// A file of 500 bytes may decode to 4096 x 4096 pixels, which take 100 MB: one at a time, and nothing is kept afterwards.
sharp.cache(false);
sharp.concurrency(1);
const queue = createWorkQueue({
  maxConcurrent: 1,
  maxWaiting: 8,
  refusal: () =>
    new TooManyRequestsError('Many logos are being uploaded. Please try again in a few seconds.', retryAfterSeconds),
});

/** AVIF is decoded as a whole and in several copies: 4096 x 4096 pixels would take 300 MB. */
const maxSideOf = (format: string) =>
  format === 'heif' || format === 'avif' ? limits.logo.avifSide : limits.logo.side;

/** Re-encodes an upload, which drops metadata and anything else hidden in the file. */
const reencode = async (upload: Buffer) => {
  const image = sharp(upload, { limitInputPixels: limits.logo.side ** 2, animated: false });
  const { width = 0, height = 0, format = '' } = await image.metadata();
  if (!formats.includes(format)) throw new ValidationError(unreadable);
  const maxSide = maxSideOf(format);
  if (width > maxSide || height > maxSide)
    throw new ValidationError(`The logo may be at most ${maxSide} pixels wide and high.`);
  return image.rotate().resize(storedSide, storedSide, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
};

/** Stores a logo under a generated name; returns its path below the uploads folder. */
export const storeLogo = async (uploadsDir: string, upload: Buffer): Promise<string> => {
  const image = await queue
    .run(() => reencode(upload))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError) throw error;
      const message = error instanceof ValidationError ? error.message : unreadable;
      throw new ValidationError(message, { logo: message });
    });
  const folder = join(uploadsDir, 'logos');
  await mkdir(folder, { recursive: true });
  const name = `${randomUUID()}.webp`;
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, image);
  await rename(unfinished, join(folder, name));
  return `logos/${name}`;
};

const uploaded = /^\/uploads\/(logos\/[0-9a-f-]{36}\.webp)$/;

/** Removes uploaded logo files that no partner uses any more. */
export const removeUnusedLogos = async (db: Db, uploadsDir: string, logos: readonly string[]): Promise<void> => {
  for (const logo of new Set(logos)) {
    const path = uploaded.exec(logo)?.[1];
    if (path === undefined) continue;
    const user = await db.selectFrom('partners').select('id').where('logo', '=', logo).executeTakeFirst();
    if (!user) await rm(join(uploadsDir, path), { force: true });
  }
};
