import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { openPicture, pictureQueue, unreadable } from './open-picture.ts';
import { uploadsPath } from './uploads.ts';

interface PictureKind {
  /** The word in error messages and the name of the form field. */
  word: 'logo' | 'image';
  folder: 'logos' | 'images';
  /** Larger pictures are scaled down to this width and height. */
  storedSide: number;
}

export const logoKind: PictureKind = { word: 'logo', folder: 'logos', storedSide: 512 };
export const imageKind: PictureKind = { word: 'image', folder: 'images', storedSide: 1280 };

/** Re-encodes an upload, which drops metadata and anything else hidden in the file. */
const reencode = async (upload: Buffer, { word, storedSide }: PictureKind) => {
  const image = await openPicture(upload, word);
  return image.resize(storedSide, storedSide, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
};

/** Encodes an upload as a small WebP file, one upload at a time. */
export const encodePicture = (upload: Buffer, kind: PictureKind): Promise<Buffer> =>
  pictureQueue
    .run(() => reencode(upload, kind))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError) throw error;
      const message = error instanceof ValidationError ? error.message : unreadable(kind.word);
      throw new ValidationError(message, { [kind.word]: message });
    });

/** Stores an encoded picture under a name derived from its content. Returns the path that records refer to. */
export const storePicture = async (db: Db, content: Buffer, { folder }: PictureKind): Promise<string> => {
  const name = `${folder}/${hash('sha256', content).slice(0, 32)}.webp`;
  await db
    .insertInto('uploads')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: sql<Date>`now()` }))
    .execute();
  return uploadsPath + name;
};
