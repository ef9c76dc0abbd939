import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from '#db/client.ts';
import type { Db } from '#db/database.ts';
import { pollServer } from '#db/hosts.ts';
import type { ReplicaStatus, Replicas } from '#db/replicas.ts';
import { version } from '#db/version.ts';
import {
  heartbeatQuery,
  type NodeIndexState,
  type NodePageCache,
  type NodeReplica,
  type NodeState,
  type NodeStatus,
  removeNode,
} from '#domain/nodes.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { Config } from './config.ts';

/** The parts of a site that heartbeats report on. They are added as the start proceeds. */
interface NodeParts {
  index?: Pick<CatalogueIndex, 'status' | 'size'>;
  replicas?: Pick<Replicas, 'status'>;
  pageCache?: () => NodePageCache;
  port?: number;
  runsJobs?: boolean;
}

/** Changes are usually applied within a second; thousands at once take longer. */
const maxLagSeconds = 5;

const indexState = (index: NodeParts['index']): NodeIndexState => {
  if (!index) return { status: 'building', videos: 0, lagSeconds: null, replica: null };
  const { following, rebuilding, lagSeconds, replica = null } = index.status();
  const isBehind = !following || lagSeconds > maxLagSeconds;
  const status = rebuilding ? 'rebuilding' : isBehind ? 'behind' : 'ready';
  return { status, videos: index.size, lagSeconds, replica };
};

const replicaState = ({ name, isFresh, lag }: ReplicaStatus): NodeReplica => ({
  name,
  isFresh,
  lagSeconds: lag?.seconds ?? null,
  lagBytes: lag?.bytes ?? null,
});

const diskOf = (folder: string): Promise<NodeState['disk']> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
    () => null,
  );

const readNodeState = async (config: Config, parts: NodeParts, database: string): Promise<NodeState> => ({
  pid: process.pid,
  port: parts.port ?? null,
  memoryBytes: process.memoryUsage.rss(),
  index: indexState(parts.index),
  pageCache: parts.pageCache?.() ?? null,
  renderThreads: config.renderThreads,
  disk: await diskOf(config.dataDir),
  database,
  replicas: parts.replicas?.status().map(replicaState) ?? [],
  runsJobs: parts.runsJobs ?? false,
  sendsMail: config.smtpUrl !== undefined,
  makesBackups: config.backupTo !== undefined,
  backsUpElsewhere: config.backsUpElsewhere,
});

/** How long `stop()` waits for an unresponsive database. */
const maxRemoveMs = 2000;

interface HeartbeatOptions {
  url: string;
  db: Db;
  config: Config;
  everyMs?: number | undefined;
  logger: { warn: (details: object, message: string) => void };
}

interface Heartbeat {
  setStatus: (status: NodeStatus) => void;
  addParts: (parts: NodeParts) => void;
  /** The number of serving nodes, including this one. Keeps its last value while the database is unreachable. */
  liveNodes: () => number;
  /** Stops, and removes the node from the database. */
  stop: () => Promise<void>;
}

/**
 * Tells other nodes and operators that this one runs. Uses its own connection, because those of the pool may all be
 * busy, with synchronous_commit off, because a heartbeat that is lost in a crash doesn't matter.
 */
export const startHeartbeat = ({ url, db, config, everyMs = 2000, logger }: HeartbeatOptions): Heartbeat => {
  const parts: NodeParts = {};
  const id = randomUUID();
  const startedAt = performance.now();
  let status: NodeStatus = 'starting';
  let liveNodes = 1;
  let isFailing = false;
  let client: pg.Client;
  const poll = pollServer<{ liveNodes: number }>({
    open: (clientConfig) => {
      client = createClient(url, { ...clientConfig, options: '-c synchronous_commit=off' });
      return client;
    },
    url,
    query: async () => {
      const state = await readNodeState(config, parts, `${client.host}:${client.port}`);
      const uptimeSeconds = (performance.now() - startedAt) / 1000;
      return heartbeatQuery({ id, name: config.nodeName, version, status, uptimeSeconds, state });
    },
    everyMs,
    onAnswer: (answer) => {
      liveNodes = answer.liveNodes;
      isFailing = false;
    },
    onFailure: (err) => {
      if (!isFailing) logger.warn({ err }, 'The node cannot write its heartbeat to the database; retrying');
      isFailing = true;
    },
  });
  return {
    setStatus: (next) => {
      status = next;
    },
    addParts: (added) => void Object.assign(parts, added),
    liveNodes: () => liveNodes,
    stop: async () => {
      await poll.stop();
      // If this fails, other nodes stop counting it when its last heartbeat is a few seconds old.
      await Promise.race([removeNode(db, id).catch(() => {}), sleep(maxRemoveMs, undefined, { ref: false })]);
    },
  };
};
