import type { Db } from '#db/database.ts';
import { FetchRefusedError, FetchTooLargeError } from '#domain/fetching/fetch-errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { isUploadName, uploadsPath } from '#domain/uploads/uploads.ts';
import { createWorkQueue } from '#domain/work-queue.ts';
import { createHostLimits, tooBusy } from './host-limits.ts';
import { uploadPathOf } from './picture-urls.ts';

/** There is no picture at its URL, and won't be soon. */
export class PictureGoneError extends Error {
  override name = 'PictureGoneError';
}

export interface Original {
  file: Buffer;
  /** Uploads have been encoded by this site. */
  isUpload: boolean;
}

export type ReadOriginal = (url: string) => Promise<Original>;

const limits = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 5 };
/** From all hosts together. */
const downloads = { maxConcurrent: 12, maxWaiting: 300 };

interface OriginalReaderOptions {
  db: Db;
  fetch: Fetch;
  siteUrl: string;
}

/** Answers that won't be another in a minute. */
const isFinal = (status: number) => status === 404 || status === 410 || (status >= 200 && status < 300);

/** Reads the file behind the picture URL of a record: an upload, or from the web. */
export const createOriginalReader = ({ db, fetch, siteUrl }: OriginalReaderOptions): ReadOriginal => {
  const hosts = createHostLimits();
  const queue = createWorkQueue({ ...downloads, refusal: tooBusy });

  const readUpload = async (path: string): Promise<Original> => {
    const name = path.slice(uploadsPath.length);
    const upload = isUploadName(name)
      ? await db.selectFrom('uploads').select('content').where('name', '=', name).executeTakeFirst()
      : undefined;
    if (!upload) throw new PictureGoneError('There is no such upload.');
    return { file: upload.content, isUpload: true };
  };

  const ask = async (url: string) => {
    try {
      return await fetch(url, {
        ...limits,
        headers: { accept: 'image/avif,image/webp,image/*;q=0.9' },
        purpose: 'pictures',
      });
    } catch (error) {
      // The host has answered, but not with what may be fetched.
      if (error instanceof FetchRefusedError || error instanceof FetchTooLargeError) return error;
      throw error;
    }
  };

  const download = async (url: string): Promise<Original> => {
    if (!URL.canParse(url)) throw new PictureGoneError('This is no URL.');
    const answer = await hosts.run(new URL(url).host, () => queue.run(() => ask(url)));
    if (answer instanceof Error) throw new PictureGoneError(answer.message);
    const { status, body } = answer;
    if (status === 200) return { file: body, isUpload: false };
    const message = `The host answered ${status}.`;
    throw isFinal(status) ? new PictureGoneError(message) : new Error(message);
  };

  return async (url) => {
    const upload = uploadPathOf(url, siteUrl);
    return upload === undefined ? download(url) : readUpload(upload);
  };
};
