import { importLimits } from '#contract/values/imports.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { type FetchedStream, type FetchStream, retryAfterMs } from '#domain/fetching/fetcher.ts';
import type { DueFeed } from './due-feeds.ts';
import { type FeedLogin, withLogin } from './feed-login.ts';

const windowMs = 5 * 60_000;
/** 1 KB per second. */
const minBytes = 300 * 1024;

/** Rejects slow servers, which would block other feeds for hours. */
async function* atLeastSpeed(body: AsyncIterable<Buffer>, now: () => Date): AsyncGenerator<Buffer> {
  let [waitedMs, bytes] = [0, 0];
  let waitingSince = now().getTime();
  for await (const part of body) {
    waitedMs += now().getTime() - waitingSince;
    bytes += part.length;
    if (waitedMs > windowMs) {
      if (bytes < minBytes) throw new Error('The server sends less than 1 KB per second.');
      [waitedMs, bytes] = [0, 0];
    }
    yield part;
    // Don't count the time that storing the part takes.
    waitingSince = now().getTime();
  }
}

export type FetchedFeed = Pick<DueFeed, 'url' | 'etag' | 'lastModified'>;

/** Why a feed could not be fetched. The message is a sentence for admins and contains no secrets. */
export class FeedFetchError extends Error {
  /** From the Retry-After header. */
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
  401: 'the user name and password are missing or wrong',
  403: 'access is forbidden',
  404: 'there is nothing at this URL',
  410: 'the feed was permanently removed',
  429: 'there were too many requests',
};

const assertFetched = ({ status, headers }: FetchedStream, host: string, now: number) => {
  if (status === 200) return;
  const reason = reasons[status] ?? (status >= 500 ? 'the server has a problem' : 'this is not a feed');
  throw new FeedFetchError(`${host} answered ${status}: ${reason}.`, retryAfterMs(headers, now));
};

const describe = (error: Error, host: string) => {
  if (error instanceof FeedFetchError || error instanceof FetchRefusedError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return `There is no server called ${host}.`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`;
  // Node's errors have a code. Others are sentences of this site.
  return code === undefined ? error.message : `The connection to ${host} failed (${code}).`;
};

/** Whether the feed is unchanged, for servers that ignore conditional requests. */
const isSame = ({ headers: { etag } }: FetchedStream, feed: FetchedFeed) =>
  etag !== undefined && etag === feed.etag && !etag.startsWith('W/');

/** Leaves out blank values, which servers would take for conditions. */
const conditionsOf = ({ etag, lastModified }: FetchedFeed): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

/** Fetches a feed. Returns undefined if it's unchanged. Throws a FeedFetchError. */
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

/** Describes why a transfer failed midway. */
export const describeBreak = (error: Error, { url }: Pick<DueFeed, 'url'>): string =>
  describe(error, new URL(url).hostname);
