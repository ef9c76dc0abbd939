import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { DatabaseUnavailableError } from '#db/unavailable.ts';
import type { Actor } from '#domain/audit-log.ts';
import type { FetchStream } from '#domain/fetching/fetcher.ts';
import { createWorkPool, type WorkPool } from '#domain/jobs/work-pool.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { isMapped, unmapped } from '../describe-source.ts';
import { askForFetch } from './ask-for-fetch.ts';
import { claimDueFeed, type DueFeed, endFetch, type FetchEnd } from './due-feeds.ts';
import { mailedFailures, mailFailingFeed } from './failure-email.ts';
import { openLogin } from './feed-login.ts';
import { FeedFetchError, fetchFeed } from './fetch-feed.ts';
import { receiveFetched } from './receive-fetched.ts';
import { retryDelayMs } from './retry-delay.ts';

export interface FeedSchedulerOptions {
  db: Db;
  fetchStream: FetchStream;
  /** Opens what other servers want to know. */
  loginKey: KeyObject;
  site: SiteIdentity;
  /** Begins the dry run of what has been received. */
  onReceived: () => Promise<void>;
  logger: { error: (details: object, message: string) => void };
  now?: () => Date;
  random?: () => number;
}

/** Begins to fetch feeds that are due; what it has to break off is due again when its lease is over. */
export interface FeedScheduler extends WorkPool {
  /** Fetches the feed of a source at once, whatever its schedule. */
  fetchNow: (actor: Actor, sourceId: number) => Promise<void>;
}

const maxConcurrent = 2;
const minuteMs = 60_000;

const unreadableLogin =
  'Its password was stored with another secret key of the site, and cannot be read. Enter it again.';

/** Fetches feeds on this node. Each is fetched by one node at a time. */
export const createFeedScheduler = (options: FeedSchedulerOptions): FeedScheduler => {
  const { db, fetchStream, loginKey, site, onReceived, logger, now = () => new Date(), random = Math.random } = options;

  const inMinutes = (minutes: number | null) =>
    minutes === null ? null : new Date(now().getTime() + minutes * minuteMs);

  const loginOf = ({ id, sealedLogin }: DueFeed) => {
    if (!sealedLogin) return undefined;
    const login = openLogin(loginKey, id, sealedLogin);
    if (!login) throw new FeedFetchError(unreadableLogin);
    return login;
  };

  const end = (feed: DueFeed, result: FetchEnd) => db.transaction().execute((tx) => endFetch(tx, feed, result));

  const fetchAndReceive = async (feed: DueFeed, signal: AbortSignal) => {
    if (!isMapped(feed.settings)) throw new FeedFetchError(unmapped);
    const fetched = await fetchFeed(fetchStream, feed, loginOf(feed), { now, signal });
    const fetchedNow = {
      next_fetch_at: inMinutes(feed.everyMinutes),
      failures: 0,
      last_error: null,
      fetched_at: now(),
    };
    if (!fetched) return end(feed, { ...fetchedNow, last_result: 'unchanged' });
    const importId = await receiveFetched(db, feed, fetched, now);
    const { etag = null, 'last-modified': lastModified = null } = fetched.headers;
    await end(feed, {
      ...fetchedNow,
      last_result: 'new',
      last_import_id: importId,
      etag,
      last_modified: lastModified,
    });
    await onReceived();
  };

  const fail = (feed: DueFeed, { message, retryAfterMs }: FeedFetchError) =>
    db.transaction().execute(async (tx) => {
      const failures = feed.failures + 1;
      const next = new Date(now().getTime() + retryDelayMs(failures, retryAfterMs, random));
      await endFetch(tx, feed, {
        last_result: 'failed',
        failures,
        last_error: message,
        next_fetch_at: feed.everyMinutes === null ? null : next,
      });
      if (failures === mailedFailures) await mailFailingFeed(tx, feed, message, site);
    });

  const run = async (feed: DueFeed, signal: AbortSignal) => {
    try {
      await fetchAndReceive(feed, signal);
    } catch (error) {
      // Whoever can reach the database goes on when the lease is over; so does the next start of a site that stops.
      if (error instanceof DatabaseUnavailableError || signal.aborted) return;
      if (!(error instanceof FeedFetchError)) {
        logger.error({ err: error, source: feed.id }, 'A feed could not be received');
        return fail(feed, new FeedFetchError('An unexpected error; the log has the details.'));
      }
      await fail(feed, error);
    }
  };

  const pool = createWorkPool<DueFeed>({
    maxConcurrent,
    take: () => claimDueFeed(db, now()),
    run,
    onError: (err, { id }) => logger.error({ err, source: id }, 'The end of a fetch was not stored'),
  });
  return {
    ...pool,
    fetchNow: async (actor, sourceId) => {
      await askForFetch(db, actor, sourceId, now());
      await pool.runDue();
    },
  };
};
