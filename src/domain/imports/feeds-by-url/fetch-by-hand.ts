import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import type { FetchStream } from '#domain/fetching/fetcher.ts';
import { type Import, readImport } from '../imports.ts';
import { storeFeed } from '../received-feeds.ts';
import { assertNoPassword, readSource } from '../sources.ts';
import { openLogin } from './feed-login.ts';
import { describeBreak, fetchFeed } from './fetch-feed.ts';

export interface FeedFetcher {
  /** Begins to fetch a feed as a new import, which somebody maps and checks. */
  begin: (actor: Actor, feed: { sourceId: number; url: string }) => Promise<Import>;
  /** Ends what is being fetched. */
  stop: () => Promise<void>;
}

interface FeedFetcherOptions {
  db: Db;
  fetchStream: FetchStream;
  loginKey: KeyObject;
}

const maxFileName = 200;

/** Only to the origin that the login was entered for. */
const loginFor = async ({ db, loginKey }: FeedFetcherOptions, sourceId: number, url: string) => {
  const source = await db
    .selectFrom('import_sources')
    .select(['url', 'sealed_login'])
    .where('id', '=', sourceId)
    .executeTakeFirst();
  if (!source?.url || !source.sealed_login || new URL(source.url).origin !== new URL(url).origin) return undefined;
  return openLogin(loginKey, sourceId, source.sealed_login);
};

/** Fetches feeds that an admin wants to see before they go in. One that cannot be fetched stays in the list, with the reason. */
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
    const wanted = { url, etag: null, lastModified: null };
    const fetched = await fetchFeed(fetchStream, wanted, login, { now: () => new Date(), signal });
    if (!fetched) throw new Error('There was no feed in the answer.');
    const bytes = await storeFeed(db, id, fetched.body).finally(fetched.close);
    if (bytes === 0) throw new Error('The feed is empty.');
    await db
      .updateTable('imports')
      .set({ state: 'received', bytes, received_at: new Date() })
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .execute();
  };

  return {
    begin: async (actor, { sourceId, url }) => {
      assertNoPassword(url);
      const { settings } = await readSource(db, sourceId);
      const { id } = await db
        .insertInto('imports')
        .values({
          source_id: sourceId,
          admin_id: actor.adminId,
          admin: actor.admin,
          origin: 'url',
          file_name: url.slice(0, maxFileName),
          settings: JSON.stringify(settings),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const work = fetchInto(id, sourceId, url)
        .catch((error: Error) =>
          fail(id, signal.aborted ? 'The site was stopped meanwhile.' : describeBreak(error, { url })),
        )
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
