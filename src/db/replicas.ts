import type pg from 'pg';
import { createClient } from './client.ts';
import { type Db, openDatabase } from './database.ts';
import { pollServer } from './hosts.ts';

interface Sample {
  position: number;
  at: number;
}

interface Lag {
  /** The age of the oldest commit that the replica may lack. A lower bound if that is older than the history. */
  seconds: number;
  /** Bytes of the write-ahead log that it lacks; undefined if its position is unknown. */
  bytes: number | undefined;
}

/** Remembers where the primary's write-ahead log ended at what time. Times are those of performance.now(). */
export interface WalHistory {
  add: (position: number, at: number) => void;
  /**
   * The latest known time up to which a replica at this position has replayed all commits; undefined if it is older
   * than the history. Unlike pg_last_xact_replay_timestamp(), it doesn't grow while nothing is written, doesn't
   * compare two clocks, and doesn't stay low when the replica is cut off from the primary.
   */
  timeOf: (position: number) => number | undefined;
  lagOf: (position: number | undefined, now: number) => Lag | undefined;
}

/** `sampleMs` is the interval of the samples: a replica that has replayed up to the latest of them doesn't lag. */
export const createWalHistory = (keepMs: number, sampleMs: number): WalHistory => {
  let samples: Sample[] = [];
  const timeOf = (position: number) => samples.findLast((sample) => sample.position <= position)?.at;
  return {
    add: (position, at) => {
      // After a promotion the log may end earlier, because what the standby hadn't received is lost.
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
  readonly name: string;
  readonly db: Db;
  /** How far it has replayed the write-ahead log; undefined while it doesn't answer or isn't a standby. */
  readonly position: number | undefined;
  /** Its position when it last answered as a standby. */
  readonly lastPosition: number | undefined;
  /** Creates an unconnected client outside the pool, which is also closed when the replica doesn't answer. */
  createClient: (config: pg.ClientConfig) => pg.Client;
  close: () => Promise<void>;
}

const positionQuery = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position`;

/** Opens a pool and polls the replica's position. `onPoll` is called after each answer or failure. */
const openReplica = (url: string, pollMs: number, onPoll: (replica: Replica) => void): Replica => {
  const { db, pool, close } = openDatabase(url);
  const clients = new Set<pg.PoolClient | pg.Client>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let position: number | undefined;
  let lastPosition: number | undefined;

  const setPosition = (latest: number | undefined) => {
    position = latest;
    lastPosition = latest ?? lastPosition;
    onPoll(replica);
  };
  const poll = pollServer<{ position: number | null }>({
    open: (config) => createClient(url, config),
    url,
    query: positionQuery,
    everyMs: pollMs,
    onAnswer: (row) => setPosition(row.position ?? undefined),
    onFailure: (error) => {
      // A crashed machine would never answer running queries.
      for (const client of clients) client.connection.stream.destroy(error);
      setPosition(undefined);
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

/** Runs a query on a fresh replica, or on the primary if there is none or the query fails. */
export type ReadFromReplica = <T>(query: (db: Db) => Promise<T>) => Promise<T>;

export interface ReplicaStatus {
  name: string;
  /** Whether it is read from. */
  isFresh: boolean;
  /** Undefined until the primary has answered. */
  lag: Lag | undefined;
}

export interface ReplicaClient {
  /** Not connected yet. */
  client: pg.Client;
  name: string;
}

export interface Replicas {
  read: ReadFromReplica;
  /** A client of the next replica that answers, whatever its lag (round robin). Undefined if none answers. */
  createClient: (config: pg.ClientConfig) => ReplicaClient | undefined;
  /** Resolves once each replica has answered or failed to. */
  whenAsked: Promise<void>;
  status: () => ReplicaStatus[];
  close: () => Promise<void>;
}

export interface ReplicasOptions {
  urls: readonly string[];
  primary: Db;
  primaryUrl: string;
  maxLagMs: number;
  /** When this process last learned of a change. Replicas must have replayed it, or stale data would be cached. */
  changedAt: () => number;
  logger: { warn: (details: object, message: string) => void; info: (details: object, message: string) => void };
}

/** Half of the shortest configurable lag, so that replicas which keep up are recognised in time. */
const pollMs = 500;
/** The maximum lag that can be measured. */
const historyMs = 600_000;
const primaryPositionQuery = `select (pg_current_wal_lsn() - '0/0')::float8 as position`;

/** Measures the lag of each replica, and distributes reads over those that are fresh (round robin). */
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
  /** Replicas that were reported as lagging. */
  const lagging = new Set<Replica>();
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
    const details = { replica: replica.name };
    if (isFresh && lagging.delete(replica)) logger.info(details, 'The replica is read from again');
    if (isFresh || lagging.has(replica)) return;
    lagging.add(replica);
    logger.warn(details, 'The replica lags behind or does not answer, and is not read from');
  };
  const primaryPoll = pollServer<{ position: number }>({
    open: (config) => createClient(primaryUrl, config),
    url: primaryUrl,
    query: primaryPositionQuery,
    everyMs: pollMs,
    onAnswer: ({ position }, sentAt) => history.add(position, sentAt),
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
      // Retry any failure on the primary: a standby also cancels queries that conflict with its replay.
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
