import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { DatabaseUnavailableError } from '#db/errors.ts';
import { type Actor, system } from '#domain/audit-log.ts';
import { DomainError } from '#domain/errors.ts';
import type { FetchedStream, FetchStream } from '#domain/fetching/fetcher.ts';
import { createWorkPool, type WorkPool } from '#domain/jobs/work-pool.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { discardImport, startCheck } from '../control-imports.ts';
import { isMapped, unmapped } from '../preview-feed.ts';
import { receiveFeed } from '../received-feeds.ts';
import {
  claimDueFeed,
  type DueFeed,
  endFetch,
  type FetchEnd,
  leaseMs,
  mailedFailures,
  mailFailingFeed,
  renewLease,
  requestFetch,
  retryDelayMs,
} from './due-feeds.ts';
import { openLogin } from './feed-login.ts';
import { describeBreak, FeedFetchError, fetchFeed } from './fetch-feed.ts';

const fileNameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

/** Streams the feed while renewing this process's claim to it. */
async function* bytesOf(db: Db, feed: DueFeed, { body }: FetchedStream, now: () => Date) {
  let renewedAt = now().getTime();
  try {
    for await (const chunk of body) {
      if (now().getTime() - renewedAt > leaseMs / 4) {
        renewedAt = now().getTime();
        await renewLease(db, feed, now());
      }
      yield chunk;
    }
  } catch (error) {
    throw new FeedFetchError(describeBreak(error as Error, feed));
  }
}

/** Discards earlier scheduled feeds that are still waiting for confirmation, because they are outdated. */
const discardUnconfirmed = async (db: Db, { id }: DueFeed) => {
  const unconfirmed = await db
    .selectFrom('imports')
    .select('id')
    .where('source_id', '=', id)
    .where('state', '=', 'checked')
    .where('runs_after_check', '=', true)
    .execute();
  for (const each of unconfirmed) await discardImport(db, each.id);
};

/**
 * Stores a feed and queues its dry run, after which it is imported unless an admin must confirm it. Returns the
 * import's id.
 */
const receiveFetched = async (db: Db, feed: DueFeed, fetched: FetchedStream, now: () => Date): Promise<number> => {
  const { askedBy } = feed;
  const actor = askedBy ? { adminId: askedBy.id, admin: askedBy.username, ip: null } : system;
  try {
    const { id } = await receiveFeed(db, actor, {
      sourceId: feed.id,
      origin: askedBy ? 'url' : 'schedule',
      fileName: fileNameOf(fetched.url),
      bytes: bytesOf(db, feed, fetched, now),
      now: () => now().getTime(),
    });
    await discardUnconfirmed(db, feed);
    await startCheck(db, id, { runsAfterCheck: true });
    return id;
  } catch (error) {
    throw error instanceof DomainError ? new FeedFetchError(error.message) : error;
  } finally {
    fetched.close();
  }
};

export interface FeedSchedulerOptions {
  db: Db;
  fetchStream: FetchStream;
  /** Opens sealed feed logins. */
  loginKey: KeyObject;
  site: SiteIdentity;
  /** Called when a dry run was queued. */
  onReceived: () => Promise<void>;
  logger: { error: (details: object, message: string) => void };
  now?: () => Date;
  random?: () => number;
}

export interface FeedScheduler extends WorkPool {
  /** Fetches the feed of a source now, regardless of its schedule. */
  fetchNow: (actor: Actor, sourceId: number) => Promise<void>;
}

const maxConcurrent = 2;
const minuteMs = 60_000;

const unreadableLogin =
  'Its password was stored with another secret key of the site and can’t be read. Enter it again.';

/**
 * Fetches due feeds on this node. Each feed is fetched by one node at a time; an interrupted fetch is due again after
 * its lease.
 */
export const createFeedScheduler = (options: FeedSchedulerOptions): FeedScheduler => {
  const { db, fetchStream, loginKey, site, onReceived, logger, now = () => new Date(), random = Math.random } = options;

  const inMinutes = (minutes: number | null) =>
    minutes === null ? null : new Date(now().getTime() + minutes * minuteMs);

  const loginOf = ({ id, url, sealedLogin }: DueFeed) => {
    if (!sealedLogin) return undefined;
    const login = openLogin(loginKey, { id, url }, sealedLogin);
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
      // The feed is fetched again after its lease, by the next start or by a node that can reach the database.
      if (error instanceof DatabaseUnavailableError || signal.aborted) return;
      if (!(error instanceof FeedFetchError)) {
        logger.error({ err: error, source: feed.id }, 'Could not receive a feed');
        return fail(feed, new FeedFetchError('An unexpected error; the log has the details.'));
      }
      await fail(feed, error);
    }
  };

  const pool = createWorkPool<DueFeed>({
    maxConcurrent,
    take: () => claimDueFeed(db, now()),
    run,
    onError: (err, { id }) => logger.error({ err, source: id }, 'Could not store the result of a fetch'),
  });
  return {
    ...pool,
    fetchNow: async (actor, sourceId) => {
      await requestFetch(db, actor, sourceId, now());
      await pool.runDue();
    },
  };
};
