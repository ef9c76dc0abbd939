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
  close: () => Promise<void>;
}

const question = `
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position`;

/** Opens a pool and asks the replica for its position; `onPoll` is called after each answer or failure. */
export const openReplica = (url: string, pollMs: number, onPoll: (replica: Replica) => void): Replica => {
  const { db, pool, close } = openDatabase(url);
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let position: number | undefined;

  const learn = (answer: number | undefined) => {
    position = answer;
    onPoll(replica);
  };
  const poll = pollServer<{ position: number | null }>({
    open: (config) => createClient(url, config),
    sql: question,
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
    close: async () => {
      poll.stop();
      await close();
    },
  };
  return replica;
};
