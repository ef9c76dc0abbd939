import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { isOlder } from '#db/version.ts';

/** The state of a node at its last heartbeat, for operators. Stored as JSON. */
export interface NodeState {
  pid: number;
  /** Null until it listens. */
  port: number | null;
  /** Resident set size. */
  memoryBytes: number;
  index: NodeIndexState;
  /** Null until the pages are open. */
  pageCache: NodePageCache | null;
  renderThreads: number;
  /** The disk of the data folder; null if it cannot be read. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Host and port of the database server that it writes to; null until it is connected. */
  database: string | null;
  replicas: NodeReplica[];
  runsJobs: boolean;
  /** Whether it has a mail server. */
  sendsMail: boolean;
  makesBackups: boolean;
  /** Whether BACKUP_TO says that something else makes backups. Nodes of older versions don't say. */
  backsUpElsewhere?: boolean;
}

export interface NodeIndexState {
  /** `behind` if it doesn't follow the change log, or lags for some seconds. */
  status: 'building' | 'ready' | 'rebuilding' | 'behind';
  videos: number;
  /** How long the oldest missing change has been pending; null until the index is built. */
  lagSeconds: number | null;
  /** The replica that the index reads from; null for the primary. */
  replica: string | null;
}

export interface NodePageCache {
  pages: number;
  bytes: number;
  maxBytes: number;
  /** The fraction of page requests that it answered, from 0 to 1; null before the first. */
  hitRate: number | null;
}

export interface NodeReplica {
  name: string;
  /** Whether the node reads from it. */
  isFresh: boolean;
  /** Null until it is measured. */
  lagSeconds: number | null;
  lagBytes: number | null;
}

/** A node is live if it was seen within this time, because a killed node cannot remove itself. */
const liveSeconds = 10;

export type NodeStatus = 'starting' | 'serving' | 'stopping';

export interface Heartbeat {
  /** New for each start of a process. */
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
  /** False if the node hasn't been seen for some seconds, although it wasn't stopped. */
  isLive: boolean;
}

/**
 * Writes a heartbeat and returns `liveNodes`, the number of nodes that serve the site, including this one. A restarted
 * node replaces its earlier row; rows of other dead nodes are deleted after a day. A single statement saves round
 * trips.
 */
export const heartbeatQuery = ({ id, name, version, status, uptimeSeconds, state }: Heartbeat): pg.QueryConfig => ({
  name: 'marquee_heartbeat',
  text: `
    with removed as (
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

/** All nodes, including those that died within the last day. */
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

/** Longer than for other questions: what is not queued while a node is slow is never sent. */
const sendsMailSeconds = 60;

/** Whether any node has a mail server. Without one, emails to admins and partners wait in the outbox, and reporters get none. */
export const sendsMail = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ sends: boolean }>`
    select exists (
      select from nodes where seen_at >= now() - make_interval(secs => ${sendsMailSeconds}) and (state->>'sendsMail')::boolean
    ) as sends`.execute(db);
  return rows[0]?.sends ?? false;
};

/** A live node that runs a version older than the given one. */
export const olderNode = async (db: Db, version: string): Promise<{ name: string; version: string } | undefined> => {
  const live = await db
    .selectFrom('nodes')
    .select(['name', 'version'])
    .where('seen_at', '>=', sql<Date>`now() - make_interval(secs => ${liveSeconds})`)
    .execute();
  return live.find((node) => isOlder(node.version, version));
};
