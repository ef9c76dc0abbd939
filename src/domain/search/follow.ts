import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { disposeCatalogue } from './catalogue.ts';
import { catchUp } from './catch-up.ts';
import { connect } from './connection.ts';
import { computeOrders } from './orders.ts';
import { newPace } from './pace.ts';
import { type Standing, writeSnapshot } from './snapshot.ts';
import { buildStanding, type IndexLog } from './standing.ts';
import type { Touched } from './touched.ts';
import { refreshViews } from './views.ts';
import { newWake } from './wake.ts';

export interface FollowOptions {
  url: string;
  snapshotPath: string | undefined;
  log: IndexLog;
  /** How long a change may go unnoticed where its notification is lost. */
  pollMs: number;
  viewsMs: number;
  snapshotMs: number;
  /** Told what a change touched as soon as the index has it. */
  onChange: ChangeListener;
}

/** Takes what a change touched; `everything` where that cannot be told. */
export type ChangeListener = (touched: Touched | 'everything') => void;

export interface CaughtUpOptions {
  /** Counted views too. */
  views?: boolean;
  /** Also in the right place of the popularity orders, which takes long in a large catalogue; preset. */
  orders?: boolean;
}

export interface Following {
  /** Resolves once all that was committed before the call can be found. */
  caughtUp: (options?: CaughtUpOptions) => Promise<void>;
  status: () => FollowingStatus;
  /** Ends following and writes what changed to the snapshot. */
  close: () => Promise<void>;
}

export interface FollowingStatus {
  /** Whether changes arrive. False while the connection is lost and being made anew. */
  following: boolean;
  rebuilding: boolean;
  /** When the index last was known to be up to date. */
  upToDateAt: Date;
}

interface Waiter {
  views: boolean;
  orders: boolean;
  resolve: () => void;
  reject: (reason: Error) => void;
}

const shortestPauseMs = 100;
const longestPauseMs = 10_000;
/** Working out the popularity orders takes at most one part in this many of the time. */
const ordersShare = 20;

/** Keeps a standing catalogue up to date, one thing at a time, until closed. */
export const follow = (standing: Standing, options: FollowOptions): Following => {
  const { url, log, snapshotPath } = options;
  const closing = new AbortController();
  const wake = newWake();
  const waiters: Waiter[] = [];
  const status: FollowingStatus = { following: false, rebuilding: false, upToDateAt: new Date() };
  let ordersStale = false;
  let ordersDue = 0;
  let viewsDue = 0;
  let snapshotStale = true;
  let snapshotDue = Date.now() + options.snapshotMs;

  const rebuild = async () => {
    status.rebuilding = true;
    try {
      const old = standing.catalogue;
      Object.assign(standing, await buildStanding(url, closing.signal));
      disposeCatalogue(old);
      ordersStale = false;
      snapshotStale = true;
      options.onChange('everything');
      log.info({ videos: standing.catalogue.live.size }, 'Catalogue index built anew');
    } finally {
      status.rebuilding = false;
    }
  };

  const applyChanges = async (client: pg.Client) => {
    const result = await catchUp(client, standing.catalogue, standing.cursor);
    if (result === 'build anew') return rebuild();
    standing.cursor = result.cursor;
    const { touched } = result;
    if (touched.videos.size + touched.names.size > 0) {
      ordersStale = true;
      snapshotStale = true;
    } else if (!touched.partners && !touched.settings) return;
    options.onChange(touched);
  };

  const readViews = async (client: pg.Client) => {
    const now = Date.now();
    if (await refreshViews(client, standing.catalogue, standing.viewsAt)) ordersStale = true;
    standing.viewsAt = now;
    viewsDue = now + options.viewsMs;
  };

  const sortOrders = async () => {
    const started = Date.now();
    standing.catalogue.orders = await computeOrders(standing.catalogue.columns, newPace());
    standing.catalogue.kept.clear();
    ordersStale = false;
    snapshotStale = true;
    ordersDue = Date.now() + (Date.now() - started) * ordersShare;
  };

  const saveSnapshot = async () => {
    if (snapshotPath === undefined || !snapshotStale) return;
    try {
      await writeSnapshot(snapshotPath, standing);
      snapshotStale = false;
    } catch (error) {
      log.warn({ err: error, snapshotPath }, 'The index snapshot could not be written');
    }
    snapshotDue = Date.now() + options.snapshotMs;
  };

  const round = async (client: pg.Client) => {
    const waiting = waiters.splice(0);
    try {
      const started = new Date();
      await applyChanges(client);
      if (Date.now() >= viewsDue || waiting.some((waiter) => waiter.views)) await readViews(client);
      for (const waiter of waiting) if (!waiter.orders) waiter.resolve();
      if (ordersStale && (waiting.some((waiter) => waiter.orders) || Date.now() >= ordersDue)) await sortOrders();
      status.upToDateAt = started;
    } catch (error) {
      waiters.unshift(...waiting);
      throw error;
    }
    status.following = true;
    for (const waiter of waiting) waiter.resolve();
    if (Date.now() >= snapshotDue) await saveSnapshot();
  };

  const nextDue = () => {
    const dues = [viewsDue, Date.now() + options.pollMs];
    if (ordersStale) dues.push(ordersDue);
    if (snapshotStale && snapshotPath !== undefined) dues.push(snapshotDue);
    return Math.max(0, Math.min(...dues) - Date.now());
  };

  const followOnce = async (succeeded: () => void) => {
    const client = await connect(url, closing.signal, 30_000);
    let lost = false;
    client.on('notification', wake.call);
    client.on('end', () => {
      lost = true;
      wake.call();
    });
    try {
      await client.query('listen marquee_changes');
      while (!lost) {
        wake.answer();
        await round(client);
        succeeded();
        await wake.sleep(nextDue());
      }
      throw new Error('The connection that carries changes was lost');
    } finally {
      await client.end().catch(() => {});
    }
  };

  const run = async () => {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        await followOnce(() => {
          failures = 0;
        });
      } catch (error) {
        status.following = false;
        if (closing.signal.aborted) return;
        const ms = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures++);
        log.warn({ err: error, retryInMs: ms }, 'The catalogue index cannot follow changes: trying again');
        await pause(ms, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  const running = run();
  return {
    caughtUp: ({ views = false, orders = true } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (closing.signal.aborted) reject(new Error('The catalogue index is closed'));
      else waiters.push({ views, orders, resolve, reject });
      wake.call();
      return promise;
    },
    status: () => ({ ...status }),
    close: async () => {
      closing.abort();
      wake.call();
      await running;
      for (const waiter of waiters.splice(0)) waiter.reject(new Error('The catalogue index is closed'));
      await saveSnapshot();
    },
  };
};
