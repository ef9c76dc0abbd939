import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { pollServer } from '#db/poll-server.ts';
import { version } from '#db/version.ts';
import type { NodeState } from '#domain/nodes/node-state.ts';
import { heartbeatQuery, type NodeStatus, removeNode } from '#domain/nodes/nodes.ts';

const everyMs = 2000;
/** How long stopping waits for a database that does not answer. */
const maxRemoveMs = 2000;

export interface HeartbeatOptions {
  url: string;
  db: Db;
  name: string;
  /** Called for each heartbeat. `database` is the server that it is written to. */
  readState: (database: string) => Promise<NodeState>;
  logger: { warn: (facts: object, message: string) => void };
}

export interface RunningHeartbeat {
  setStatus: (status: NodeStatus) => void;
  /** How many nodes serve the site, with this one; while the database is away, as many as there were before. */
  liveNodes: () => number;
  /** Removes the node. */
  stop: () => Promise<void>;
}

/**
 * Tells other nodes and operators that this one runs. On a connection of its own, because those of the pool may all be busy; and
 * without waiting for the disk or a synchronous standby, because a heartbeat that is lost in a crash is followed by others.
 */
export const startHeartbeat = ({ url, db, name, readState, logger }: HeartbeatOptions): RunningHeartbeat => {
  const id = randomUUID();
  const startedAt = performance.now();
  let status: NodeStatus = 'starting';
  let liveNodes = 1;
  let isFailing = false;
  let client: pg.Client;
  const poll = pollServer<{ liveNodes: number }>({
    open: (config) => {
      client = createClient(url, { ...config, options: '-c synchronous_commit=off' });
      return client;
    },
    url,
    query: async () => {
      const state = await readState(`${client.host}:${client.port}`);
      const uptimeSeconds = (performance.now() - startedAt) / 1000;
      return heartbeatQuery({ id, name, version, status, uptimeSeconds, state });
    },
    everyMs,
    onAnswer: (answer) => {
      liveNodes = answer.liveNodes;
      isFailing = false;
    },
    onFailure: (err) => {
      if (!isFailing) logger.warn({ err }, 'The node cannot tell the database that it is alive; retrying');
      isFailing = true;
    },
  });
  return {
    setStatus: (next) => {
      status = next;
    },
    liveNodes: () => liveNodes,
    stop: async () => {
      await poll.stop();
      // If that fails, it is not live some seconds later.
      await Promise.race([removeNode(db, id).catch(() => {}), sleep(maxRemoveMs, undefined, { ref: false })]);
    },
  };
};
