import { importLimits } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import type { FetchStream } from '#domain/fetching/fetch-stream.ts';
import { storeFeed } from './feed-chunks.ts';
import { type Import, readImport } from './imports.ts';
import { readSource } from './sources.ts';

export interface FeedFetcher {
  /** Begins to fetch a feed as a new import, which somebody maps and checks. */
  fetchNow: (actor: Actor, feed: { sourceId: number; url: string }) => Promise<Import>;
  /** Ends what is being fetched. */
  stop: () => Promise<void>;
}

/** A feed of 4 GB in 6 hours is 190 KB a second. */
const fetchOptions = {
  timeoutMs: 6 * 3600_000,
  idleMs: 60_000,
  maxRedirects: 5,
  maxBytes: importLimits.bytes,
  purpose: 'feed',
};

const ok = 200;

/** A feed that cannot be fetched stays in the list, with the reason. */
export const createFeedFetcher = ({ db, fetchStream }: { db: Db; fetchStream: FetchStream }): FeedFetcher => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const fetchInto = async (id: number, url: string) => {
    try {
      const { status, body, close } = await fetchStream(url, { ...fetchOptions, signal: stopping.signal });
      if (status !== ok) {
        close();
        throw new Error(`The other server answered with ${status}.`);
      }
      const bytes = await storeFeed(db, id, body);
      if (bytes === 0) throw new Error('The feed is empty.');
      await db
        .updateTable('imports')
        .set({ state: 'received', bytes, received_at: new Date() })
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .execute();
    } catch (error) {
      const message = stopping.signal.aborted ? 'The site was stopped meanwhile.' : (error as Error).message;
      await db
        .updateTable('imports')
        .set({ state: 'failed', error: `The feed could not be fetched. ${message}`, ended_at: new Date() })
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .execute();
    }
  };

  return {
    fetchNow: async (actor, { sourceId, url }) => {
      const { settings } = await readSource(db, sourceId);
      const { id } = await db
        .insertInto('imports')
        .values({
          source_id: sourceId,
          admin_id: actor.adminId,
          admin: actor.admin,
          origin: 'url',
          file_name: url,
          settings: JSON.stringify(settings),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const fetching = fetchInto(id, url).finally(() => running.delete(fetching));
      running.add(fetching);
      return readImport(db, id);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
