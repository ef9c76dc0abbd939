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
  /** The primary's timeline, if the server is a standby, which cannot tell its own. */
  timeline?: string;
}

export interface ReplicaReader {
  /**
   * Reads from a replica that has replayed everything that the primary had when this was called. Undefined if there is
   * none, or if reading fails there.
   */
  tryRead: <T>(primary: pg.Client, read: (source: Source) => Promise<T>) => Promise<T | undefined>;
  /** The replica that was read from last; undefined if it was the primary. */
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

/** Changes have to be visible within a second, so don't wait longer for a lagging replica. */
const maxReplayMs = 200;
const askAgainMs = 10;
/** A lost connection would be noticed much later by itself. */
const maxAnswerMs = 500;
/** How long the primary is read from before a replica is tried again. */
const pauseMs = 5_000;

/**
 * Where the primary's WAL ends on disk: commits are flushed before they are visible, unless synchronous_commit is off.
 * The insert position may be ahead for seconds while nothing is committed, and no standby receives WAL before it is
 * flushed.
 */
const askPrimary = async (primary: pg.Client): Promise<Position> => {
  const { rows } = await primary.query<Position>(
    `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
            case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                 else pg_current_wal_flush_lsn() end::text as position`,
  );
  return rows[0] as Position;
};

interface Answer {
  follows: boolean;
  hasReplayed: boolean | null;
}

const askReplica = async (client: pg.Client, { timeline, position }: Position): Promise<Answer> => {
  const asking = client.query<Answer>(
    `select pg_is_in_recovery() and upper(lpad(to_hex(timeline_id), 8, '0')) = $1 as follows,
            pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasReplayed"
     from pg_control_checkpoint()`,
    [timeline, position],
  );
  const timeout = new AbortController();
  const silence = sleep(maxAnswerMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The replica does not answer');
  });
  try {
    const { rows } = await Promise.race([asking, silence]);
    return rows[0] as Answer;
  } finally {
    timeout.abort();
    for (const promise of [asking, silence]) promise.catch(() => {});
  }
};

/**
 * Throws if the replica lags or isn't a standby of this primary. A standby that a promotion left behind may have the
 * position, but on another timeline. A standby only knows the timeline of its last restart point, so after a promotion
 * it is used again from its first restart point on the new timeline.
 */
const assertReplayed = async (client: pg.Client, position: Position) => {
  const deadline = performance.now() + maxReplayMs;
  for (;;) {
    const { follows, hasReplayed } = await askReplica(client, position);
    if (!follows) throw new Error('The replica does not follow the primary');
    if (hasReplayed) return;
    if (performance.now() > deadline) throw new Error('The replica lags behind');
    await sleep(askAgainMs);
  }
};

/** Keeps a connection to one of the replicas for as long as it can be read from. */
export const createReplicaReader = (options: ReplicaReaderOptions): ReplicaReader => {
  const { replicas, statementTimeoutMs, logger, signal } = options;
  let connected: ReplicaClient | undefined;
  let replica: string | undefined;
  let isLeftOut = false;
  let retryAt = 0;

  const disconnect = async () => {
    const { client } = connected ?? {};
    connected = undefined;
    await client?.end().catch(() => {});
  };
  const leaveOut = async (err: unknown) => {
    signal.throwIfAborted();
    if (!isLeftOut)
      logger.warn(
        { err, replica: connected?.name ?? replica },
        'The catalogue index reads from the primary until the replica can be used again',
      );
    isLeftOut = true;
    replica = undefined;
    retryAt = performance.now() + pauseMs;
    await disconnect();
  };
  const connect = async (from: NonNullable<typeof replicas>): Promise<ReplicaClient | undefined> => {
    const created = from.createClient(indexConnection(statementTimeoutMs));
    if (!created) return undefined;
    connected = created;
    created.client.once('end', () => {
      if (connected === created) connected = undefined;
    });
    try {
      await connectClient(created.client, signal);
      return created;
    } catch (error) {
      await leaveOut(error);
      return undefined;
    }
  };

  return {
    tryRead: async (primary, read) => {
      if (!replicas || performance.now() < retryAt) return undefined;
      const found = connected ?? (await connect(replicas));
      if (!found) {
        replica = undefined;
        return undefined;
      }
      const position = await askPrimary(primary);
      try {
        await assertReplayed(found.client, position);
        const result = await read({ client: found.client, timeline: position.timeline });
        if (replica !== found.name) logger.info({ replica: found.name }, 'The catalogue index reads from a replica');
        replica = found.name;
        isLeftOut = false;
        return result;
      } catch (error) {
        await leaveOut(error);
        return undefined;
      }
    },
    get replica() {
      return replica;
    },
    close: disconnect,
  };
};
