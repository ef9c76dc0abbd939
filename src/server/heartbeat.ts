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

/** The parts of a site, which are added as the start proceeds. */
export interface NodeParts {
  index?: Pick<CatalogueIndex, 'status' | 'size'>;
  replicas?: Pick<Replicas, 'status'>;
  pageCache?: () => NodePageCache;
  port?: number;
  runsJobs?: boolean;
}

/** A change is applied within a second, unless there are thousands. */
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

type NodeConfig = Pick<Config, 'dataDir' | 'renderThreads' | 'smtpUrl' | 'backupTo'>;

export const readNodeState = async (config: NodeConfig, parts: NodeParts, database: string): Promise<NodeState> => ({
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
});

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
