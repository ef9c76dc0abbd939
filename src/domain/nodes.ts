import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { isOlder } from '#db/version.ts';

/** What an operator wants to see of a node, as its last heartbeat had it. It is stored as JSON. */
export interface NodeState {
  pid: number;
  /** Where it listens; null until it does. */
  port: number | null;
  /** Resident set size. */
  memoryBytes: number;
  index: NodeIndexState;
  /** Null until the pages are open. */
  pageCache: NodePageCache | null;
  renderThreads: number;
  /** Of the data folder; null if it cannot be read. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Host and port of the server that it writes to; null until it is connected. */
  database: string | null;
  replicas: NodeReplica[];
  runsJobs: boolean;
  /** Whether it has a mail server to send through. */
  sendsMail: boolean;
  makesBackups: boolean;
}

export interface NodeIndexState {
  /** `behind` if it does not follow, or has lacked a change for some seconds. */
  status: 'building' | 'ready' | 'rebuilding' | 'behind';
  videos: number;
  /** For how long it has lacked a change; null until it is built. */
  lagSeconds: number | null;
  /** The replica that it reads from; null for the primary. */
  replica: string | null;
}

export interface NodePageCache {
  pages: number;
  bytes: number;
  maxBytes: number;
  /** The part of page requests that were answered from it, from 0 to 1; null before the first. */
  hitRate: number | null;
}

/** A replica as the node sees it. */
export interface NodeReplica {
  name: string;
  /** Whether the node reads from it. */
  isFresh: boolean;
  /** Null until it is measured. */
  lagSeconds: number | null;
  lagBytes: number | null;
}

/** A node that stops does not say so if it is killed: it is live as long as it was seen within this time. */
const liveSeconds = 10;

export type NodeStatus = 'starting' | 'serving' | 'stopping';

export interface Heartbeat {
  /** One for each start of a process. */
  id: string;
  name: string;
  version: string;
  status: NodeStatus;
  uptimeSeconds: number;
  state: NodeState;
}

export interface Node extends Omit<Heartbeat, 'uptimeSeconds'> {
  startedAt: Date;
  seenAt: Date;
  /** False if it was not stopped, but has not been seen for some seconds. */
  isLive: boolean;
}

/**
 * Writes a heartbeat, and answers with `liveNodes`: how many serve the site, with this one. A node that was restarted replaces
 * its row from before; others are deleted after a day. It is one statement, so that a heartbeat is one round trip.
 */
export const heartbeatQuery = ({ id, name, version, status, uptimeSeconds, state }: Heartbeat): pg.QueryConfig => ({
  name: 'marquee_heartbeat',
  text: `
    with gone as (
      delete from nodes where id <> $1 and (
        seen_at < now() - interval '1 day' or (name = $2 and seen_at < now() - interval '${liveSeconds} seconds'))
    )
    insert into nodes (id, name, version, status, started_at, state)
    values ($1, $2, $3, $4, now() - make_interval(secs => $5), $6)
    on conflict (id) do update set status = excluded.status, state = excluded.state, seen_at = now()
    returning (
      select count(*)::integer + 1 from nodes
      where id <> $1 and status <> 'starting' and seen_at >= now() - interval '${liveSeconds} seconds'
    ) as "liveNodes"`,
  values: [id, name, version, status, uptimeSeconds, JSON.stringify(state)],
});

export const removeNode = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
};

/** All nodes, also those that were lost within the last day. */
export const readNodes = async (db: Db): Promise<Node[]> => {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'version', 'status', 'started_at as startedAt', 'seen_at as seenAt', 'state'])
    .select(sql<boolean>`seen_at >= now() - make_interval(secs => ${liveSeconds})`.as('isLive'))
    .orderBy('name')
    .orderBy('started_at')
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as NodeState }));
};

/** A live node that runs an older version than the given one. */
export const olderNode = async (db: Db, version: string): Promise<{ name: string; version: string } | undefined> => {
  const live = await db
    .selectFrom('nodes')
    .select(['name', 'version'])
    .where('seen_at', '>=', sql<Date>`now() - make_interval(secs => ${liveSeconds})`)
    .execute();
  return live.find((node) => isOlder(node.version, version));
};
