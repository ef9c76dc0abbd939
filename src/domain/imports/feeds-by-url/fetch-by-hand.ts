import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import type { FetchStream } from '#domain/fetching/fetcher.ts';
import { type Import, readImport } from '../imports.ts';
import { assertFeedUrl } from '../login-target.ts';
import { emptyFeed } from '../reading/formats/messages.ts';
import { insertImport, storeFeed } from '../received-feeds.ts';
import { openLogin } from './feed-login.ts';
import { describeBreak, fetchFeed } from './fetch-feed.ts';

export interface FeedFetcher {
  /** Starts fetching a feed as a new import, which the admin then maps and checks. */
  begin: (actor: Actor, feed: { sourceId: number; url: string }) => Promise<Import>;
  /** Cancels all fetches. */
  stop: () => Promise<void>;
}

interface FeedFetcherOptions {
  db: Db;
  fetchStream: FetchStream;
  loginKey: KeyObject;
}

/** Undefined if the login was entered for another target, to which it isn't sent. */
const loginFor = async ({ db, loginKey }: FeedFetcherOptions, sourceId: number, url: string) => {
  const source = await db
    .selectFrom('import_sources')
    .select('sealed_login')
    .where('id', '=', sourceId)
    .executeTakeFirst();
  return source?.sealed_login ? openLogin(loginKey, { id: sourceId, url }, source.sealed_login) : undefined;
};

/** Fetches feeds that an admin reviews before importing them. A failed fetch stays in the list with the reason. */
export const createFeedFetcher = (options: FeedFetcherOptions): FeedFetcher => {
  const { db, fetchStream } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();

  const fail = (id: number, reason: string) =>
    db
      .updateTable('imports')
      .set({ state: 'failed', error: `The feed could not be fetched. ${reason}`, ended_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .execute();

  const fetchInto = async (id: number, sourceId: number, url: string) => {
    const login = await loginFor(options, sourceId, url);
    const feed = { url, etag: null, lastModified: null };
    const fetched = await fetchFeed(fetchStream, feed, login, { now: () => new Date(), signal });
    if (!fetched) throw new Error('The response has no feed.');
    const bytes = await storeFeed(db, id, fetched.body).finally(fetched.close);
    if (bytes === 0) throw new Error(emptyFeed);
    await db
      .updateTable('imports')
      .set({ state: 'received', bytes, received_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .execute();
  };

  return {
    begin: async (actor, { sourceId, url }) => {
      assertFeedUrl(url);
      const id = await insertImport(db, actor, { sourceId, origin: 'url', fileName: url });
      const work = fetchInto(id, sourceId, url)
        .catch((error: Error) => fail(id, signal.aborted ? 'The site was stopped.' : describeBreak(error, { url })))
        .then(() => undefined)
        .finally(() => running.delete(work));
      running.add(work);
      return readImport(db, id);
    },
    stop: async () => {
      stopping.abort(new Error('The site is stopping.'));
      await Promise.all(running);
    },
  };
};
