import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { noSuchVideo } from '#domain/catalogue/videos.ts';
import { isVisible } from '#domain/visibility.ts';

interface PendingViews {
  views: number;
  resolve: ((total: number) => void)[];
  reject: ((error: unknown) => void)[];
}

/** Adds views to the totals and hourly roll-ups, and returns the new totals. Skips videos that aren't published. */
const addViews = (db: Db, counts: Map<number, number>) =>
  db.transaction().execute(async (tx) => {
    const ids = [...counts.keys()].sort((a, b) => a - b);
    const views = ids.map((id) => counts.get(id) ?? 0);
    // Upsert in sorted order, so that concurrent batches cannot deadlock.
    const { rows } = await sql<{ id: number; added: number; total: number }>`
      with added (id, n) as (select * from unnest(${ids}::bigint[], ${views}::bigint[]))
      insert into video_views (video_id, total)
      select v.id, a.n from added a join videos v on v.id = a.id where ${isVisible('v')} order by v.id
      on conflict (video_id) do update set total = video_views.total + excluded.total
      returning video_id as id, total`.execute(tx);
    if (rows.length === 0) return new Map<number, number>();
    const counted = rows.map((row) => row.id).sort((a, b) => a - b);
    const countedViews = counted.map((id) => counts.get(id) ?? 0);
    await sql`
      insert into hourly_views (hour, video_id, views)
      select date_trunc('hour', now()), id, n from unnest(${counted}::bigint[], ${countedViews}::bigint[]) as c (id, n) order by id
      on conflict (hour, video_id) do update set views = hourly_views.views + excluded.views`.execute(tx);
    await sql`
      insert into hourly_view_totals (hour, views)
      values (date_trunc('hour', now()), ${countedViews.reduce((sum, n) => sum + n, 0)})
      on conflict (hour) do update set views = hourly_view_totals.views + excluded.views`.execute(tx);
    return new Map(rows.map((row) => [row.id, row.total]));
  });

export interface ViewCounter {
  /** Counts one view. Resolves with the new total after the commit. */
  count: (videoId: number) => Promise<number>;
}

/** Counts views in batches: those that arrive while a batch is being written go into the next transaction. */
export const createViewCounter = (db: Db, onCounted: (totals: ReadonlyMap<number, number>) => void): ViewCounter => {
  let pending = new Map<number, PendingViews>();
  let writing = false;

  const write = async () => {
    writing = true;
    while (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      try {
        const totals = await addViews(db, new Map([...batch].map(([id, { views }]) => [id, views])));
        onCounted(totals);
        for (const [id, { resolve, reject }] of batch) {
          const total = totals.get(id);
          if (total === undefined) for (const fail of reject) fail(noSuchVideo());
          else for (const done of resolve) done(total);
        }
      } catch (error) {
        for (const { reject } of batch.values()) for (const fail of reject) fail(error);
      }
    }
    writing = false;
  };

  return {
    count: (videoId) =>
      new Promise((resolve, reject) => {
        const entry = pending.get(videoId) ?? { views: 0, resolve: [], reject: [] };
        entry.views += 1;
        entry.resolve.push(resolve);
        entry.reject.push(reject);
        pending.set(videoId, entry);
        if (!writing) void write();
      }),
  };
};

export interface Viewer {
  network: string;
  userAgent: string | undefined;
}

export interface VisitorViews {
  /** Counts the first view of a visitor and day. Later ones get the answer of the first. */
  count: (videoId: number, viewer: Viewer | undefined) => Promise<number>;
}

const dayMs = 24 * 3600 * 1000;
/** People behind one IP are told apart by their browsers, whose names anyone can make up. */
const maxOfNetwork = 5;
/** About 20 MB. After more views in a day, the oldest could be counted again. */
const maxRemembered = 100_000;

/** Keeps one visitor from making a video popular. Remembers visitors only in memory and as hashes. */
export const countVisitors = (counter: ViewCounter, now: () => number = Date.now): VisitorViews => {
  // Random and never stored, so that hashes cannot be traced back to visitors.
  const key = randomBytes(16).toString('hex');
  const bounds = {
    maxSize: maxRemembered,
    sizeCalculation: () => 1,
    ttl: dayMs,
    perf: { now },
    ttlResolution: 0,
  };
  const firstAnswers = new LRUCache<string, Promise<number>>(bounds);
  const lastOfNetworks = new LRUCache<string, { views: number; answer: Promise<number> }>(bounds);
  const hashed = (text: string) => hash('sha256', `${key} ${text}`, 'base64url');

  return {
    count: (videoId, viewer) => {
      if (!viewer) return counter.count(videoId);
      const visitor = hashed(`${videoId} ${viewer.network} ${viewer.userAgent ?? ''}`);
      const first = firstAnswers.get(visitor);
      if (first) return first;
      const network = hashed(`${videoId} ${viewer.network}`);
      const last = lastOfNetworks.get(network);
      if (last && last.views >= maxOfNetwork) return last.answer;
      const answer = counter.count(videoId);
      firstAnswers.set(visitor, answer);
      if (last) Object.assign(last, { views: last.views + 1, answer });
      else lastOfNetworks.set(network, { views: 1, answer });
      answer.catch(() => {
        firstAnswers.delete(visitor);
        lastOfNetworks.delete(network);
      });
      return answer;
    },
  };
};
