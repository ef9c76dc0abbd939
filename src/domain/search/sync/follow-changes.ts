import type pg from 'pg';
import type { IndexState } from '../index/index-state.ts';
import { connect } from './connection.ts';
import { createLag } from './lag.ts';
import { reconnectForever } from './reconnect.ts';
import { createReplicaReader } from './replica-reader.ts';
import { isDue, msUntilNextTask } from './schedule.ts';
import { createUpdater, type UpdaterOptions } from './updater.ts';
import { createWaiters, type WaitOptions } from './waiters.ts';
import { createWakeSignal } from './wake-signal.ts';
import { takingOutWithheld } from './watch-withheld.ts';

export interface FollowOptions extends Omit<UpdaterOptions, 'signal'> {
  /** How long a change may go unnoticed if its notification is lost. */
  pollMs: number;
}

export interface FollowStatus {
  /** False while the connection is lost and being re-established. */
  following: boolean;
  rebuilding: boolean;
  /** When the index was last known to be up to date. */
  upToDateAt: Date;
  /** For how long it has lacked a change, in seconds; 0 while it has all that it was told of. */
  lagSeconds: number;
  /** The replica that it reads from; undefined for the primary. */
  replica: string | undefined;
}

export interface Following {
  /** Resolves once the index contains everything that was committed before the call. */
  waitUntilIndexed: (options?: WaitOptions) => Promise<void>;
  setViews: (totals: ReadonlyMap<number, number>) => void;
  status: () => FollowStatus;
  /** Stops following and writes the snapshot. */
  close: () => Promise<void>;
}

const statementTimeoutMs = 30_000;

const closedError = () => new Error('The catalogue index is closed');

/** Keeps an index up to date until it is closed, in rounds that never overlap. */
export const followChanges = (state: IndexState, options: FollowOptions): Following => {
  const closing = new AbortController();
  const updater = createUpdater(state, { ...options, signal: closing.signal });
  const { schedule } = updater;
  const wakeSignal = createWakeSignal();
  const waiters = createWaiters();
  const lag = createLag();
  const reader = createReplicaReader({
    replicas: options.replicas,
    statementTimeoutMs,
    logger: options.logger,
    signal: closing.signal,
  });
  const status = { following: false, upToDateAt: new Date() };

  /** Serves every caller that is waiting when it starts, so their wake-ups need no further round. */
  const runRound = async (primary: pg.Client) => {
    wakeSignal.reset();
    lag.startRound();
    const batch = waiters.takeAll();
    try {
      const startedAt = new Date();
      await updater.applyChanges(primary, reader);
      if (batch.some((waiter) => waiter.views) || isDue(schedule.views, performance.now()))
        await updater.readViews(primary, reader);
      lag.endRound();
      for (const waiter of batch) if (!waiter.orders) waiter.resolve();
      const wantsOrders = schedule.orders.needed && batch.some((waiter) => waiter.orders);
      if (wantsOrders || isDue(schedule.orders, performance.now())) await updater.sortOrders();
      status.upToDateAt = startedAt;
    } catch (error) {
      waiters.requeue(batch);
      throw error;
    }
    status.following = true;
    for (const waiter of batch) waiter.resolve();
    if (isDue(schedule.snapshot, performance.now())) await updater.saveSnapshot();
  };

  const runSession = async (onSuccess: () => void) => {
    const client = await connect(options.url, closing.signal, statementTimeoutMs);
    let isLost = false;
    client.on('notification', () => {
      lag.fallBehind();
      wakeSignal.wake();
    });
    client.on('end', () => {
      isLost = true;
      lag.fallBehind();
      wakeSignal.wake();
    });
    try {
      // Notifications come from the primary alone. Listen before the first round: a change is then either in that round or followed by a notification.
      await client.query('listen marquee_changes');
      while (!isLost) {
        await takingOutWithheld(() => runRound(client), { ...options, takeOut: updater.takeOut });
        onSuccess();
        await wakeSignal.sleep(msUntilNextTask(schedule, performance.now(), options.pollMs));
      }
      throw new Error('The connection to the database was lost');
    } finally {
      await client.end().catch(() => {});
    }
  };

  const running = reconnectForever(runSession, {
    signal: closing.signal,
    onFailure: (error, retryInMs) => {
      status.following = false;
      options.logger.warn({ err: error, retryInMs }, 'The catalogue index cannot follow changes; retrying');
    },
  });

  return {
    waitUntilIndexed: async (waitOptions) => {
      if (closing.signal.aborted) throw closedError();
      const indexed = waiters.add(waitOptions);
      wakeSignal.wake();
      await indexed;
    },
    setViews: updater.setViews,
    status: () => ({ ...status, lagSeconds: lag.seconds(), replica: reader.replica, rebuilding: updater.isRebuilding }),
    close: async () => {
      closing.abort();
      wakeSignal.wake();
      await running;
      await reader.close();
      status.following = false;
      waiters.rejectAll(closedError());
      await updater.saveSnapshot();
    },
  };
};
