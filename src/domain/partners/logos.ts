import { hash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { limits } from '#contract/values/limits.ts';
import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

const unreadable = 'The logo could not be read as an image.';
const storedSide = 512;
const retryAfterSeconds = 5;
/** Where uploads are served. */
const uploadsPath = '/uploads/';
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

/** Encodes an upload as a small WebP, when its turn comes. */
export const encodeLogo = (upload: Buffer): Promise<Buffer> =>
  queue
    .run(() => reencode(upload))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError) throw error;
      const message = error instanceof ValidationError ? error.message : unreadable;
      throw new ValidationError(message, { logo: message });
    });

/** Stores an encoded logo under a name that follows from its content; returns the path that partners refer to. */
export const storeLogo = async (tx: Tx, content: Buffer): Promise<string> => {
  const name = `logos/${hash('sha256', content).slice(0, 32)}.webp`;
  await tx
    .insertInto('uploads')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: sql<Date>`now()` }))
    .execute();
  return uploadsPath + name;
};

/**
 * Removes uploaded logos that no partner uses any more. A partner that is being submitted with the same picture cannot be
 * seen yet, but it has locked the row and renewed its time: the delete waits for it, finds a young row and leaves it.
 */
export const removeUnusedLogos = async (db: Db, logos: readonly string[]): Promise<void> => {
  const names = logos.filter((logo) => logo.startsWith(uploadsPath)).map((logo) => logo.slice(uploadsPath.length));
  await db
    .deleteFrom('uploads')
    .where('name', '=', sql<string>`any(${sql.val(names)}::text[])`)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('partners').select('id').where('logo', '=', sql<string>`${uploadsPath}::text || uploads.name`),
        ),
      ),
    )
    .execute();
};
