import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { FetchRefusedError, FetchTooLargeError } from '#domain/fetching/fetch-errors.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { readUploadContent, uploadPathOf } from '#domain/uploads/uploads.ts';
import { createWorkQueue, type WorkQueue } from '#domain/work-queue.ts';

/**
 * `gone`: the host says so, or sent something that isn't a picture. `passing`: the host is slow, down or refuses for now. `removed`: the
 * picture stays down.
 */
export type FailureKind = 'gone' | 'passing' | 'removed';

interface Failure {
  kind: FailureKind;
  count: number;
  until: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** Exponential backoff: each failure doubles the pause. */
const pauses: Record<FailureKind, { first: number; max: number }> = {
  gone: { first: hour, max: 7 * 24 * hour },
  passing: { first: minute / 2, max: hour },
  // Short, because an admin may undo the removal.
  removed: { first: minute / 2, max: 5 * minute },
};
/** With `max`, lru-cache would allocate the memory for all entries at once. */
const bounds = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Remembers failures, so that a host isn't asked for the same picture again and again. */
export const createFailures = (now = Date.now) => {
  const failures = new LRUCache<string, Failure>(bounds);
  return {
    /** The kind of the last failure while its pause lasts. */
    pausedBy: (key: string): FailureKind | undefined => {
      const failure = failures.get(key);
      return failure && failure.until > now() ? failure.kind : undefined;
    },
    add: (key: string, kind: FailureKind) => {
      const { first, max } = pauses[kind];
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { kind, count, until: now() + Math.min(max, first * 2 ** (count - 1)) });
    },
    clear: (key: string) => failures.delete(key),
  };
};

const perHost = { maxConcurrent: 4, maxWaiting: 100 };
/** After this many failures in a row, requests to a host are paused. */
const maxFailuresInRow = 8;
const maxHosts = 1_000;

interface Host {
  queue: WorkQueue;
  failuresInRow: number;
}

export const tooBusy = () => new TooManyRequestsError('Many pictures are being loaded. Please try again later.', 5);

/** Prevents the site from hammering a host, and a hanging host from delaying all others. */
export const createHostLimits = () => {
  const hosts = new LRUCache<string, Host>({
    max: maxHosts,
    memoMethod: () => ({ queue: createWorkQueue({ ...perHost, refusal: tooBusy }), failuresInRow: 0 }),
  });
  const pauses = createFailures();
  return {
    /** Runs a request to a host. `request` must reject only if the host doesn't answer at all. */
    run: async <T>(name: string, request: () => Promise<T>): Promise<T> => {
      if (pauses.pausedBy(name)) throw tooBusy();
      const host = hosts.memo(name);
      return host.queue.run(async () => {
        try {
          const answer = await request();
          host.failuresInRow = 0;
          pauses.clear(name);
          return answer;
        } catch (error) {
          // The queue refused the request, so it never reached the host.
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

/** There is no picture at the URL, and there won't be one soon. */
export class PictureGoneError extends Error {
  override name = 'PictureGoneError';
}

export interface Original {
  file: Buffer;
  /** Uploads have already been encoded by this site. */
  isUpload: boolean;
}

export type ReadOriginal = (url: string) => Promise<Original>;

const limits = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 5 };
const downloads = { maxConcurrent: 12, maxWaiting: 300 };

interface OriginalReaderOptions {
  db: Db;
  fetch: Fetch;
  siteUrl: string;
}

/** Status codes that are unlikely to change soon. */
const isFinal = (status: number) => status === 404 || status === 410 || (status >= 200 && status < 300);

/** Reads the file behind the picture URL of a record: an upload, or from the web. */
export const createOriginalReader = ({ db, fetch, siteUrl }: OriginalReaderOptions): ReadOriginal => {
  const hosts = createHostLimits();
  const queue = createWorkQueue({ ...downloads, refusal: tooBusy });

  const readUpload = async (path: string): Promise<Original> => {
    const file = await readUploadContent(db, path);
    if (!file) throw new PictureGoneError('There is no such upload.');
    return { file, isUpload: true };
  };

  const request = async (url: string) => {
    try {
      return await fetch(url, {
        ...limits,
        headers: { accept: 'image/avif,image/webp,image/*;q=0.9' },
        purpose: 'pictures',
      });
    } catch (error) {
      // The host has answered, so this isn't a failure of the host.
      if (error instanceof FetchRefusedError || error instanceof FetchTooLargeError) return error;
      throw error;
    }
  };

  const download = async (url: string): Promise<Original> => {
    if (!URL.canParse(url)) throw new PictureGoneError('This is not a URL.');
    const answer = await hosts.run(new URL(url).host, () => queue.run(() => request(url)));
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
