import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { disposeCatalogue } from '../index/catalogue.ts';
import type { IndexState } from '../index/index-state.ts';
import { computeOrders } from '../index/orders.ts';
import { writeSnapshot } from '../index/snapshot.ts';
import { createYieldToEventLoop } from '../index/yield-to-event-loop.ts';
import { catchUp } from './catch-up.ts';
import { connect } from './connection.ts';
import type { Invalidation } from './invalidation.ts';
import { buildIndexState, type IndexLogger } from './open-index-state.ts';
import { refreshViews } from './refresh-views.ts';
import { createWakeSignal } from './wake-signal.ts';

export interface FollowOptions {
  url: string;
  snapshotPath: string | undefined;
  log: IndexLogger;
  /** How long a change may go unnoticed where its notification is lost. */
  pollMs: number;
  viewsMs: number;
  snapshotMs: number;
  /** Told what a change touched as soon as the index has it. */
  onChange: ChangeListener;
}

/** Takes what a change touched; `everything` where that cannot be told. */
export type ChangeListener = (touched: Invalidation | 'everything') => void;

export interface WaitOptions {
  /** Counted views too. */
  views?: boolean;
  /** Also in the right place of the popularity orders, which takes long in a large catalogue; preset. */
  orders?: boolean;
}

export interface Following {
  /** Resolves once all that was committed before the call can be found. */
  waitUntilIndexed: (options?: WaitOptions) => Promise<void>;
  status: () => FollowStatus;
  /** Ends following and writes what changed to the snapshot. */
  close: () => Promise<void>;
}

export interface FollowStatus {
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

const minBackoffMs = 100;
const maxBackoffMs = 10_000;
/** Working out the popularity orders takes at most one part in this many of the time. */
const ordersShare = 20;

/** Keeps a standing catalogue up to date, one thing at a time, until closed. */
export const follow = (state: IndexState, options: FollowOptions): Following => {
  const { url, log, snapshotPath } = options;
  const closing = new AbortController();
  const wake = createWakeSignal();
  const waiters: Waiter[] = [];
  const status: FollowStatus = { following: false, rebuilding: false, upToDateAt: new Date() };
  let ordersStale = false;
  let ordersDue = 0;
  let viewsDue = 0;
  let snapshotStale = true;
  let snapshotDue = Date.now() + options.snapshotMs;

  const rebuild = async () => {
    status.rebuilding = true;
    try {
      const old = state.catalogue;
      Object.assign(state, await buildIndexState(url, closing.signal));
      disposeCatalogue(old);
      ordersStale = false;
      snapshotStale = true;
      options.onChange('everything');
      log.info({ videos: state.catalogue.live.size }, 'Catalogue index built anew');
    } finally {
      status.rebuilding = false;
    }
  };

  const applyChanges = async (client: pg.Client) => {
    const result = await catchUp(client, state.catalogue, state.cursor);
    if (result === 'rebuild') return rebuild();
    state.cursor = result.cursor;
    const { touched } = result;
    if (touched.videos.size + touched.names.size > 0) {
      ordersStale = true;
      snapshotStale = true;
    } else if (!touched.partners && !touched.settings) return;
    options.onChange(touched);
  };

  const readViews = async (client: pg.Client) => {
    const now = Date.now();
    if (await refreshViews(client, state.catalogue, state.viewsAt)) ordersStale = true;
    state.viewsAt = now;
    viewsDue = now + options.viewsMs;
  };

  const sortOrders = async () => {
    const started = Date.now();
    state.catalogue.orders = await computeOrders(state.catalogue.columns, createYieldToEventLoop());
    state.catalogue.queryCache.clear();
    ordersStale = false;
    snapshotStale = true;
    ordersDue = Date.now() + (Date.now() - started) * ordersShare;
  };

  const saveSnapshot = async () => {
    if (snapshotPath === undefined || !snapshotStale) return;
    try {
      await writeSnapshot(snapshotPath, state);
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
        const ms = Math.min(maxBackoffMs, minBackoffMs * 2 ** failures++);
        log.warn({ err: error, retryInMs: ms }, 'The catalogue index cannot follow changes: trying again');
        await pause(ms, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  const running = run();
  return {
    waitUntilIndexed: ({ views = false, orders = true } = {}) => {
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
