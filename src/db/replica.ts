import type pg from 'pg';
import { createClient } from './client.ts';
import { type Db, openDatabase } from './database.ts';
import { pollServer } from './poll-server.ts';

export interface Replica {
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
export const openReplica = (url: string, pollMs: number, onPoll: (replica: Replica) => void): Replica => {
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
