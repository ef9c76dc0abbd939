import type pg from 'pg';
import { createClient } from './client.ts';
import { type Db, openDatabase } from './database.ts';
import { pollServer } from './hosts.ts';

interface Sample {
  position: number;
  at: number;
}

interface Lag {
  /** How long ago the oldest commit may have been made that is missing; at least, if that is longer than remembered. */
  seconds: number;
  /** Of the log; undefined without a position. */
  bytes: number | undefined;
}

/** Where the primary's write-ahead log ended at which time; all times are those of performance.now(). */
export interface WalHistory {
  add: (position: number, at: number) => void;
  /**
   * The latest known time whose commits a replica at this position has all replayed; undefined if that is too long ago to be
   * remembered. Unlike the replica's own measure, the time of the last transaction that it replayed, it neither grows while
   * nothing is written, nor depends on two clocks, nor stays low when the replica is cut off from the primary.
   */
  timeOf: (position: number) => number | undefined;
  /** Undefined before the first sample. */
  lagOf: (position: number | undefined, now: number) => Lag | undefined;
}

/** `sampleMs` is the time between samples: a replica that has all of a younger one does not lag. */
export const createWalHistory = (keepMs: number, sampleMs: number): WalHistory => {
  let samples: Sample[] = [];
  const timeOf = (position: number) => samples.findLast((sample) => sample.position <= position)?.at;
  return {
    add: (position, at) => {
      // After a promotion the log may end earlier: what the standby had not received is lost.
      samples = samples.filter((sample) => sample.at >= at - keepMs && sample.position <= position);
      samples.push({ position, at });
    },
    timeOf,
    lagOf: (position, now) => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last) return undefined;
      if (position === undefined) return { seconds: (now - first.at) / 1000, bytes: undefined };
      const hasAll = position >= last.position && now - last.at <= 2 * sampleMs;
      return {
        seconds: hasAll ? 0 : (now - (timeOf(position) ?? first.at)) / 1000,
        bytes: Math.max(0, last.position - position),
      };
    },
  };
};

interface Replica {
  /** As messages name it. */
  readonly name: string;
  readonly db: Db;
  /** How far it has replayed the write-ahead log; undefined while it does not answer or is no standby. */
  readonly position: number | undefined;
  /** How far it had when it last answered as a standby. */
  readonly lastPosition: number | undefined;
  /** A client outside the pool, not connected yet. Like those of the pool, it breaks when the replica does not answer. */
  createClient: (config: pg.ClientConfig) => pg.Client;
  close: () => Promise<void>;
}

const question = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position`;

/** Opens a pool and asks the replica for its position; `onPoll` is called after each answer or failure. */
const openReplica = (url: string, pollMs: number, onPoll: (replica: Replica) => void): Replica => {
  const { db, pool, close } = openDatabase(url);
  const clients = new Set<pg.PoolClient | pg.Client>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let position: number | undefined;
  let lastPosition: number | undefined;

  const learn = (answer: number | undefined) => {
    position = answer;
    lastPosition = answer ?? lastPosition;
    onPoll(replica);
  };
  const poll = pollServer<{ position: number | null }>({
    open: (config) => createClient(url, config),
    url,
    query: question,
    everyMs: pollMs,
    onAnswer: (row) => learn(row.position ?? undefined),
    onFailure: (error) => {
      // A machine that is lost would never answer what it was asked.
      for (const client of clients) client.connection.stream.destroy(error);
      learn(undefined);
    },
  });
  const replica: Replica = {
    name: new URL(url).host,
    db,
    get position() {
      return position;
    },
    get lastPosition() {
      return lastPosition;
    },
    createClient: (config) => {
      const client = createClient(url, config);
      clients.add(client);
      client.once('end', () => clients.delete(client));
      return client;
    },
    close: async () => {
      void poll.stop();
      await close();
    },
  };
  return replica;
};

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
