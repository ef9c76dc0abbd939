import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from '#db/client.ts';
import type { ReplicaClient, Replicas } from '#db/replicas.ts';

const indexConnection = (statementTimeoutMs: number): pg.ClientConfig => ({
  application_name: 'marquee index',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  statement_timeout: statementTimeoutMs,
});

/** Connects a client. Aborting the signal ends it, even during a query. */
const connectClient = async (client: pg.Client, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const end = () => void client.end().catch(() => {});
  const removeAbortListener = () => signal.removeEventListener('abort', end);
  client.on('end', removeAbortListener);
  signal.addEventListener('abort', end, { once: true });
  try {
    await new Promise((resolve, reject) => {
      // client.connect() itself never settles if the connection is ended meanwhile.
      client.once('end', () => reject(new Error('The connection to the database was closed')));
      client.connect().then(resolve, reject);
    });
  } catch (error) {
    removeAbortListener();
    throw error;
  }
};

/** Opens a connection to the primary, outside the pool. */
export const connect = async (url: string, signal: AbortSignal, statementTimeoutMs: number): Promise<pg.Client> => {
  const client = createClient(url, indexConnection(statementTimeoutMs));
  await connectClient(client, signal);
  return client;
};

/** Runs reads in one transaction snapshot, so that they are consistent with each other. */
export const inRepeatableRead = async <T>(client: pg.Client, read: () => Promise<T>): Promise<T> => {
  await client.query('begin isolation level repeatable read read only');
  try {
    const result = await read();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/** A server to read the catalogue and its change log from. */
export interface Source {
  client: pg.Client;
  /** The primary's timeline, if the server is a standby, which cannot report its own. */
  timeline?: string;
}

export interface ReplicaReader {
  /**
   * Reads from a replica that has replayed everything that the primary had committed before the call. Undefined if
   * there is none or reading fails.
   */
  tryRead: <T>(primary: pg.Client, read: (source: Source) => Promise<T>) => Promise<T | undefined>;
  /** The replica that was read last. Undefined for the primary. */
  readonly replica: string | undefined;
  close: () => Promise<void>;
}

interface ReplicaReaderOptions {
  replicas: Pick<Replicas, 'createClient'> | undefined;
  statementTimeoutMs: number;
  logger: { info: (facts: object, message: string) => void; warn: (facts: object, message: string) => void };
  signal: AbortSignal;
}

interface Position {
  timeline: string;
  position: string;
}

/** How long to wait for a lagging replica. Changes have to be visible within a second. */
const maxReplayMs = 200;
const replayPollMs = 10;
/** Detects a lost connection earlier than TCP does. */
const replicaTimeoutMs = 500;
/** How long to read from the primary before trying a replica again. */
const retryDelayMs = 5_000;

/**
 * The end of the primary's flushed WAL, because commits are flushed before they are visible (unless synchronous_commit
 * is off). The insert position may be ahead for seconds while nothing is committed, and standbys only receive flushed
 * WAL.
 */
const readPrimaryPosition = async (primary: pg.Client): Promise<Position> => {
  const { rows } = await primary.query<Position>(
    `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
            case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                 else pg_current_wal_flush_lsn() end::text as position`,
  );
  return rows[0] as Position;
};

interface ReplicaStatus {
  follows: boolean;
  hasReplayed: boolean | null;
}

const readReplicaStatus = async (client: pg.Client, { timeline, position }: Position): Promise<ReplicaStatus> => {
  const query = client.query<ReplicaStatus>(
    `select pg_is_in_recovery() and upper(lpad(to_hex(timeline_id), 8, '0')) = $1 as follows,
            pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasReplayed"
     from pg_control_checkpoint()`,
    [timeline, position],
  );
  const answered = new AbortController();
  const timeout = sleep(replicaTimeoutMs, undefined, { signal: answered.signal }).then(() => {
    throw new Error('The replica does not answer');
  });
  try {
    const { rows } = await Promise.race([query, timeout]);
    return rows[0] as ReplicaStatus;
  } finally {
    answered.abort();
    for (const promise of [query, timeout]) promise.catch(() => {});
  }
};

/**
 * Throws if the replica lags or isn't a standby of this primary: a standby that was left behind by a promotion may have
 * reached the position on another timeline. A standby only knows the timeline of its last restart point, so after a
 * promotion it is used again once it has a restart point on the new timeline.
 */
const assertReplayed = async (client: pg.Client, position: Position) => {
  const deadline = performance.now() + maxReplayMs;
  for (;;) {
    const { follows, hasReplayed } = await readReplicaStatus(client, position);
    if (!follows) throw new Error('The replica does not follow the primary');
    if (hasReplayed) return;
    if (performance.now() > deadline) throw new Error('The replica lags behind');
    await sleep(replayPollMs);
  }
};

/** Keeps a connection to one of the replicas for as long as reading succeeds. */
export const createReplicaReader = (options: ReplicaReaderOptions): ReplicaReader => {
  const { replicas, statementTimeoutMs, logger, signal } = options;
  let connected: ReplicaClient | undefined;
  let replica: string | undefined;
  let isSuspended = false;
  let retryAt = 0;

  const disconnect = async () => {
    const { client } = connected ?? {};
    connected = undefined;
    await client?.end().catch(() => {});
  };
  const suspendReplicas = async (err: unknown) => {
    signal.throwIfAborted();
    if (!isSuspended)
      logger.warn(
        { err, replica: connected?.name ?? replica },
        'The catalogue index reads from the primary until the replica can be used again',
      );
    isSuspended = true;
    replica = undefined;
    retryAt = performance.now() + retryDelayMs;
    await disconnect();
  };
  const connectReplica = async (): Promise<ReplicaClient | undefined> => {
    const created = replicas?.createClient(indexConnection(statementTimeoutMs));
    if (!created) return undefined;
    connected = created;
    created.client.once('end', () => {
      if (connected === created) connected = undefined;
    });
    try {
      await connectClient(created.client, signal);
      return created;
    } catch (error) {
      await suspendReplicas(error);
      return undefined;
    }
  };

  return {
    tryRead: async (primary, read) => {
      if (!replicas || performance.now() < retryAt) return undefined;
      const current = connected ?? (await connectReplica());
      if (!current) {
        replica = undefined;
        return undefined;
      }
      const { client, name } = current;
      const position = await readPrimaryPosition(primary);
      try {
        await assertReplayed(client, position);
        const result = await read({ client, timeline: position.timeline });
        if (replica !== name) logger.info({ replica: name }, 'The catalogue index reads from a replica');
        replica = name;
        isSuspended = false;
        return result;
      } catch (error) {
        await suspendReplicas(error);
        return undefined;
      }
    },
    get replica() {
      return replica;
    },
    close: disconnect,
  };
};
