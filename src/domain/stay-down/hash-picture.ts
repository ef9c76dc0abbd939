import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { openPicture, pictureQueue, unreadable } from '#domain/uploads/open-picture.ts';
import { readUploadContent, uploadPathOf } from '#domain/uploads/uploads.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { PictureHash } from './hash-words.ts';

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

/** Returns the fingerprint of a picture, which is empty for flat ones. Rejects files that are not pictures or too large to decode. */
export const hashPicture = (file: Buffer): Promise<PictureHash[]> =>
  pictureQueue
    .run(() => fingerprintOf(() => openPicture(file, 'image')))
    .catch((error: unknown) => {
      if (error instanceof TooManyRequestsError || error instanceof ValidationError) throw error;
      throw new ValidationError(unreadable('image'));
    });
