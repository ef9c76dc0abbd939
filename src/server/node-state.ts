import { statfs } from 'node:fs/promises';
import type { ReplicaStatus, Replicas } from '#db/replicas.ts';
import type { NodeIndexState, NodePageCache, NodeReplica, NodeState } from '#domain/nodes/node-state.ts';
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
