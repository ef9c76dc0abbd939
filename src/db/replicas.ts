import type pg from 'pg';
import { createClient } from './client.ts';
import type { Db } from './database.ts';
import { pollServer } from './poll-server.ts';
import { openReplica, type Replica } from './replica.ts';
import { createWalHistory, type Lag } from './wal-history.ts';

/** Runs a query on a replica that is fresh enough; on the primary if there is none, or if the query fails there. */
export type ReadFromReplica = <T>(query: (db: Db) => Promise<T>) => Promise<T>;

export interface ReplicaStatus {
  /** Its host and port. */
  name: string;
  /** Whether it is read from. */
  isFresh: boolean;
  /** Undefined while the primary has not answered yet. */
  lag: Lag | undefined;
}

/** Not connected yet. */
export interface ReplicaClient {
  client: pg.Client;
  /** That of the replica. */
  name: string;
}

export interface Replicas {
  read: ReadFromReplica;
  /** A client of a replica that answers, whatever its lag, in turn. Undefined if there is none. */
  createClient: (config: pg.ClientConfig) => ReplicaClient | undefined;
  /** Resolves once all have answered, or been found not to. */
  whenAsked: Promise<void>;
  status: () => ReplicaStatus[];
  close: () => Promise<void>;
}

export interface ReplicasOptions {
  urls: readonly string[];
  primary: Db;
  primaryUrl: string;
  /** How far a replica may lag behind the primary. */
  maxLagMs: number;
  /** When this process last learned of a change, by performance.now(). What is read must include it, or be cached wrong. */
  changedAt: () => number;
  logger: { warn: (facts: object, message: string) => void; info: (facts: object, message: string) => void };
}

/** Half of the shortest limit, so that a replica that follows closely is known to do so. */
const pollMs = 500;
/** How far back lags are measured. */
const historyMs = 600_000;
const primaryQuestion = `select (pg_current_wal_lsn() - '0/0')::float8 as position`;

/** Measures how far each replica is, and reads from those that are fresh enough in turn. */
export const openReplicas = (options: ReplicasOptions): Replicas => {
  const { urls, primary, primaryUrl, maxLagMs, changedAt, logger } = options;
  if (urls.length === 0)
    return {
      read: (query) => query(primary),
      createClient: () => undefined,
      whenAsked: Promise.resolve(),
      status: () => [],
      close: async () => {},
    };

  const history = createWalHistory(Math.max(historyMs, maxLagMs), pollMs);
  const leftOut = new Set<Replica>();
  const hasAll = ({ position }: Replica, time: number) =>
    position !== undefined && (history.timeOf(position) ?? Number.NEGATIVE_INFINITY) >= time;
  const unasked = new Set(urls);
  const allAsked = Promise.withResolvers<void>();
  const onPoll = (url: string, replica: Replica) => {
    unasked.delete(url);
    if (unasked.size === 0) allAsked.resolve();
    reportLag(replica);
  };
  const reportLag = (replica: Replica) => {
    const isMeasured = history.timeOf(Number.POSITIVE_INFINITY) !== undefined;
    if (!isMeasured) return;
    const isFresh = hasAll(replica, performance.now() - maxLagMs);
    const facts = { replica: replica.name };
    if (isFresh && leftOut.delete(replica)) logger.info(facts, 'The replica is read from again');
    if (isFresh || leftOut.has(replica)) return;
    leftOut.add(replica);
    logger.warn(facts, 'The replica lags behind or does not answer, and is not read from');
  };
  const primaryPoll = pollServer<{ position: number }>({
    open: (config) => createClient(primaryUrl, config),
    url: primaryUrl,
    query: primaryQuestion,
    everyMs: pollMs,
    onAnswer: ({ position }, askedAt) => history.add(position, askedAt),
    onFailure: () => {},
  });
  const replicas = urls.map((url) => openReplica(url, pollMs, (replica) => onPoll(url, replica)));

  let next = 0;
  const nextFresh = () => {
    const time = Math.max(performance.now() - maxLagMs, changedAt());
    const fresh = replicas.filter((replica) => hasAll(replica, time));
    return fresh[next++ % fresh.length];
  };
  return {
    read: async (query) => {
      const replica = nextFresh();
      // On the primary again, whatever went wrong: a standby also cancels queries that its replay would have to wait for.
      return replica ? query(replica.db).catch(() => query(primary)) : query(primary);
    },
    createClient: (config) => {
      const answering = replicas.filter(({ position }) => position !== undefined);
      const replica = answering[next++ % answering.length];
      return replica && { client: replica.createClient(config), name: replica.name };
    },
    whenAsked: allAsked.promise,
    status: () =>
      replicas.map((replica) => {
        const now = performance.now();
        const lag = history.lagOf(replica.lastPosition, now);
        return { name: replica.name, isFresh: hasAll(replica, now - maxLagMs), lag };
      }),
    close: async () => {
      void primaryPoll.stop();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
};
