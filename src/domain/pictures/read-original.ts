import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { FetchRefusedError, FetchTooLargeError } from '#domain/fetching/fetch-errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { isUploadName, uploadsPath } from '#domain/uploads/uploads.ts';
import { createWorkQueue, type WorkQueue } from '#domain/work-queue.ts';
import { uploadPathOf } from './picture-urls.ts';

/** `gone`: the host says so, or sent something that isn't a picture. `passing`: it is slow, down or refuses for now. */
export type FailureKind = 'gone' | 'passing';

interface Failure {
  count: number;
  until: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** After the first failure, and at most. Each further failure doubles the time. */
const pauses: Record<FailureKind, { first: number; longest: number }> = {
  gone: { first: hour, longest: 7 * 24 * hour },
  passing: { first: minute / 2, longest: hour },
};
/** A size, because lru-cache reserves the memory for `max` entries at once. */
const bounds = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Remembers what could not be loaded, so that the same host is not asked for the same again and again. */
export const createFailures = (now = Date.now) => {
  const failures = new LRUCache<string, Failure>(bounds);
  return {
    isPaused: (key: string) => (failures.get(key)?.until ?? 0) > now(),
    add: (key: string, kind: FailureKind) => {
      const { first, longest } = pauses[kind];
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { count, until: now() + Math.min(longest, first * 2 ** (count - 1)) });
    },
    clear: (key: string) => failures.delete(key),
  };
};

/** At once from one host, and how many wait for it. */
const perHost = { maxConcurrent: 4, maxWaiting: 100 };
/** A host that fails as often as this without an answer between is left alone for a while. */
const maxFailuresInRow = 8;
const maxHosts = 1_000;

interface Host {
  queue: WorkQueue;
  failuresInRow: number;
}

export const tooBusy = () => new TooManyRequestsError('Many pictures are being loaded. Please try again later.', 5);

/** Keeps the site from hammering a host, and a host that hangs from holding up all others. */
export const createHostLimits = () => {
  const hosts = new LRUCache<string, Host>({
    max: maxHosts,
    memoMethod: () => ({ queue: createWorkQueue({ ...perHost, refusal: tooBusy }), failuresInRow: 0 }),
  });
  const pauses = createFailures();
  return {
    /** Runs what asks a host; it rejects if the host does not answer, whatever the answer is. */
    run: async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      if (pauses.isPaused(name)) throw tooBusy();
      const host = hosts.memo(name);
      return host.queue.run(async () => {
        try {
          const answer = await ask();
          host.failuresInRow = 0;
          pauses.clear(name);
          return answer;
        } catch (error) {
          // It was not asked.
          if (error instanceof TooManyRequestsError) throw error;
          if (++host.failuresInRow >= maxFailuresInRow) {
            host.failuresInRow = 0;
            pauses.add(name, 'passing');
          }
          throw error;
        }
      });
    },
  };
};

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
