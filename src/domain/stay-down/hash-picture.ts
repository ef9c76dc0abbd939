import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { openPicture, pictureQueue, unreadable } from '#domain/uploads/open-picture.ts';
import { dctHash, side } from './dct-hash.ts';
import type { PictureHash } from './picture-hash.ts';

/** Transparent pictures are judged as on white paper. */
const background = '#ffffff';

/** In one way for all formats: scaling while a JPEG is decoded would give other pixels than scaling a PNG. */
const scaling = { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false } as const;

const hash = async (file: Buffer) => {
  const picture = await openPicture(file, 'image');
  const grey = picture.flatten({ background }).resize(side, side, scaling).toColourspace('b-w');
  return dctHash(await grey.raw({ depth: 'uchar' }).toBuffer());
};

/** The hash of a picture, or undefined for one that shows nothing. Rejects files that are no picture, or too large to decode. */
export const hashPicture = (file: Buffer): Promise<PictureHash | undefined> =>
  pictureQueue
    .run(() => hash(file))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError || error instanceof ValidationError) throw error;
      throw new ValidationError(unreadable('image'));
    });
