import type { Db } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { DomainError } from '#domain/errors.ts';
import type { FetchedStream } from '#domain/fetching/fetcher.ts';
import { discardImport, startCheck } from '../control-imports.ts';
import { receiveFeed } from '../receive-feed.ts';
import { type DueFeed, leaseMs, renewLease } from './due-feeds.ts';
import { describeBreak, FeedFetchError } from './fetch-feed.ts';

const fileNameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

/** The bytes as they come, while this process keeps the feed to itself. */
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

/** An earlier feed that waits to be confirmed is out of date. */
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

/** Stores a feed and begins its dry run, after which it goes in by itself unless it has to be confirmed. Returns the import's id. */
export const receiveFetched = async (
  db: Db,
  feed: DueFeed,
  fetched: FetchedStream,
  now: () => Date,
): Promise<number> => {
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
