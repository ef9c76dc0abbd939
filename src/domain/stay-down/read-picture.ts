import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { isUploadName, uploadsPath } from '#domain/uploads/uploads.ts';

/** Larger than what admins may upload: other sites don't know that bound. */
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 5;

/** The file behind the image URL of a post, within so many milliseconds. */
export type ReadPicture = (url: string, timeoutMs: number) => Promise<Buffer>;

interface PictureSources {
  db: Db;
  fetch: Fetch;
  siteUrl: string;
}

/** The site's own pictures come from the database, under whatever URL; the others from the web. */
export const createPictureReader = ({ db, fetch, siteUrl }: PictureSources): ReadPicture => {
  const readUpload = async (path: string) => {
    const name = path.slice(uploadsPath.length);
    const upload = isUploadName(name)
      ? await db.selectFrom('uploads').select('content').where('name', '=', name).executeTakeFirst()
      : undefined;
    if (!upload) throw new ValidationError('There is no such upload.');
    return upload.content;
  };

  const readFromWeb = async (url: string, timeoutMs: number) => {
    const { status, body } = await fetch(url, { timeoutMs, maxBytes, maxRedirects, headers: { accept: 'image/*' } });
    if (status !== 200) throw new Error(`${new URL(url).host} answered ${status}.`);
    return body;
  };

  return async (url, timeoutMs) => {
    const path = url.startsWith(siteUrl + uploadsPath) ? url.slice(siteUrl.length) : url;
    return path.startsWith(uploadsPath) ? readUpload(path) : readFromWeb(url, timeoutMs);
  };
};
