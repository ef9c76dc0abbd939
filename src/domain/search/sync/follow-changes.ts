import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { IndexState } from '../index/catalogue.ts';
import { connect, createReplicaReader } from './connections.ts';
import type { IndexLogger } from './open-index-state.ts';
import { createLag, createWaiters, createWakeSignal, isDue, msUntilNextTask, type WaitOptions } from './rounds.ts';
import { createUpdater, type UpdaterOptions } from './updater.ts';

const minBackoffMs = 100;
const maxBackoffMs = 10_000;

/** Exponential backoff: how long to wait after this many failures in a row. */
export const backoffMs = (failures: number): number => Math.min(maxBackoffMs, minBackoffMs * 2 ** (failures - 1));

interface ReconnectOptions {
  /** Ends the loop, also during a pause. */
  signal: AbortSignal;
  onFailure: (error: unknown, retryInMs: number) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const abortablePause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

/** Restarts a session whenever it fails. The session reports successes, which reset the backoff. */
export const reconnectForever = async (
  runSession: (onSuccess: () => void) => Promise<void>,
  { signal, onFailure, pause = abortablePause }: ReconnectOptions,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await runSession(() => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const retryInMs = backoffMs(failures);
      onFailure(error, retryInMs);
      await pause(retryInMs, signal);
    }
  }
};

/** Shorter rounds end before the first poll. */
const watchIntervalMs = 1_000;
const watchTimeoutMs = 10_000;

/** The interval is longer than any round, and than any transaction that withholds posts. */
const recentlyWithheld = `select distinct video_id::double precision as id from video_holds
  where held_at > now() - interval '15 minutes'`;

interface WithheldWatch {
  url: string;
  logger: IndexLogger;
  removeVideos: (videoIds: readonly number[]) => Promise<void>;
}

const watchWithheld = async ({ url, logger, removeVideos }: WithheldWatch, signal: AbortSignal) => {
  try {
    await sleep(watchIntervalMs, undefined, { signal });
    const client = await connect(url, signal, watchTimeoutMs);
    while (!signal.aborted) {
      const { rows } = await client.query<{ id: number }>(recentlyWithheld);
      await removeVideos(rows.map(({ id }) => id));
      await sleep(watchIntervalMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, 'Withheld videos cannot be polled during a long round');
  }
};

/**
 * Withheld videos must disappear within seconds, but a rebuild, sorting a million videos or a bulk change may keep a
 * round busy for longer. Meanwhile, this polls for withheld videos on a separate connection and removes them at once.
 * The next round sees the same change again, which is harmless.
 */
const removeWithheldDuring = async (round: () => Promise<void>, options: WithheldWatch): Promise<void> => {
  const ended = new AbortController();
  const watching = watchWithheld(options, ended.signal);
  try {
    await round();
  } finally {
    ended.abort();
    await watching;
  }
};

interface FollowOptions extends Omit<UpdaterOptions, 'signal'> {
  /** How long a change may go unnoticed if its notification is lost. */
  pollMs: number;
}

export interface FollowStatus {
  /** False while the connection is lost and being re-established. */
  following: boolean;
  rebuilding: boolean;
  /** When the index was last known to be up to date. */
  upToDateAt: Date;
  /** How long an announced change has been missing. */
  lagSeconds: number;
  /** The replica that is read. Undefined for the primary. */
  replica: string | undefined;
}

const statementTimeoutMs = 30_000;

const closedError = () => new Error('The catalogue index is closed');

/** Keeps an index up to date until it is closed, in rounds that never overlap. */
export const followChanges = (state: IndexState, options: FollowOptions) => {
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

  /** Serves all callers that are waiting when it starts, so that their wake-ups don't cause another round. */
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
      // Only the primary sends notifications. Listen before the first round, so that each change is in it or notified
      // later.
      await client.query('listen marquee_changes');
      while (!isLost) {
        await removeWithheldDuring(() => runRound(client), { ...options, removeVideos: updater.removeVideos });
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
    /** Resolves once the index contains everything that was committed before the call. */
    waitUntilIndexed: async (waitOptions?: WaitOptions) => {
      if (closing.signal.aborted) throw closedError();
      const indexed = waiters.add(waitOptions);
      wakeSignal.wake();
      await indexed;
    },
    setViews: updater.setViews,
    status: (): FollowStatus => ({
      ...status,
      lagSeconds: lag.seconds(),
      replica: reader.replica,
      rebuilding: updater.isRebuilding,
    }),
    /** Stops following and writes the snapshot. */
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
