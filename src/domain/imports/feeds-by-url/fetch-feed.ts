import { importLimits } from '#contract/values/imports.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { type FetchedStream, type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import type { DueFeed } from './due-feeds.ts';
import { type FeedLogin, withLogin } from './feed-login.ts';

const windowMs = 5 * 60_000;
/** 1 KB a second. */
const minBytes = 300 * 1024;

/** A feed that drips would keep its place for hours, and others' feeds from being fetched. */
async function* atLeastSpeed(body: AsyncIterable<Buffer>, now: () => Date): AsyncGenerator<Buffer> {
  let [waitedMs, bytes] = [0, 0];
  let askedAt = now().getTime();
  for await (const part of body) {
    waitedMs += now().getTime() - askedAt;
    bytes += part.length;
    if (waitedMs > windowMs) {
      if (bytes < minBytes) throw new Error('It sends less than 1 KB a second.');
      [waitedMs, bytes] = [0, 0];
    }
    yield part;
    // What the database takes meanwhile is not the other server's time.
    askedAt = now().getTime();
  }
}

export type FetchedFeed = Pick<DueFeed, 'url' | 'etag' | 'lastModified'>;

/** Why a feed could not be fetched, as a sentence for admins that tells nothing secret. */
export class FeedFetchError extends Error {
  /** How long the other server asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.name = 'FeedFetchError';
    this.retryAfterMs = retryAfter;
  }
}

/** 4 GB in 6 hours are 190 KB a second. */
const fetchOptions = {
  timeoutMs: 6 * 3600_000,
  idleMs: 60_000,
  maxRedirects: 5,
  maxBytes: importLimits.bytes,
  purpose: 'feed',
};

const reasons: Record<number, string> = {
  401: 'it wants a user name and a password, or others',
  403: 'it refuses us',
  404: 'there is nothing at this URL',
  410: 'what was at this URL is gone for good',
  429: 'it was asked too often',
};

const assertFetched = ({ status, headers }: FetchedStream, host: string, now: number) => {
  if (status === 200) return;
  const reason = reasons[status] ?? (status >= 500 ? 'it has a problem of its own' : 'that is not a feed');
  throw new FeedFetchError(`${host} answered ${status}: ${reason}.`, retryAfterMs(headers, now));
};

const describe = (error: Error, host: string) => {
  if (error instanceof FeedFetchError || error instanceof FetchRefusedError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return `There is no server called ${host}.`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`;
  // Errors of Node have a code; the others are sentences of the site's own.
  return code === undefined ? error.message : `The connection to ${host} failed (${code}).`;
};

/** Whether the feed is the one that was fetched last, for servers that do not look at conditions. */
const isSame = ({ headers: { etag } }: FetchedStream, feed: FetchedFeed) =>
  etag !== undefined && etag === feed.etag && !etag.startsWith('W/');

/** Blank headers would be conditions, too. */
const conditionsOf = ({ etag, lastModified }: FetchedFeed): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

/** The feed of a source; undefined if it has not changed. Errors have sentences for admins. */
export const fetchFeed = async (
  fetchStream: FetchStream,
  feed: FetchedFeed,
  login: FeedLogin | undefined,
  { now, signal }: { now: () => Date; signal: AbortSignal },
): Promise<FetchedStream | undefined> => {
  const host = new URL(feed.url).hostname;
  try {
    const { url, headers } = withLogin(feed.url, login);
    const fetched = await fetchStream(url, {
      ...fetchOptions,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, br', ...conditionsOf(feed), ...headers },
      signal,
    });
    if (fetched.status === 304 || (fetched.status === 200 && isSame(fetched, feed))) {
      fetched.close();
      return undefined;
    }
    try {
      assertFetched(fetched, host, now().getTime());
    } catch (error) {
      fetched.close();
      throw error;
    }
    return { ...fetched, body: atLeastSpeed(fetched.body, now) };
  } catch (error) {
    if (error instanceof FeedFetchError) throw error;
    throw new FeedFetchError(describe(error as Error, host));
  }
};

/** Why a feed that had begun to come did not come whole. */
export const describeBreak = (error: Error, { url }: Pick<DueFeed, 'url'>): string =>
  describe(error, new URL(url).hostname);
