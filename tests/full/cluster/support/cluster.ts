import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../../support/standby.ts';
import { type ClusterNode, createNode } from './node.ts';

/** Two database servers and three nodes, and what an operator or a cluster manager such as Patroni does with them. */
export interface Cluster {
  readonly primary: TestServer;
  readonly standby: TestServer;
  nodes: ClusterNode[];
  /** From now on a write is acknowledged only when the standby has it. Returns once the standby follows. */
  commitSynchronously: () => Promise<void>;
  /** From now on the primary waits for nobody. */
  commitAsynchronously: () => Promise<void>;
  /** Makes the standby the primary; there is no other standby then. */
  promoteStandby: () => Promise<void>;
  /** Replaces the former primary by a new standby: a copy of the new primary on the former one's port. */
  replaceFormerPrimary: () => Promise<void>;
  remove: () => Promise<void>;
}

const nodeCount = 3;

const requireStandby = async (server: TestServer, names: string) => {
  await server.query(`alter system set synchronous_standby_names = '${names}'`);
  await server.query('select pg_reload_conf()');
};

const untilFollowed = async (primary: TestServer, state: string) => {
  const sql = `select from pg_stat_replication where sync_state = '${state}' and state = 'streaming'`;
  while ((await primary.query(sql)).length === 0) await pause(50);
};

/** The first node builds the pages, migrates and loads the demo catalogue; the others find that done. */
const startNodes = async (...servers: TestServer[]): Promise<ClusterNode[]> => {
  const { url, ownerUrl } = urlsOf(...servers);
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    SEED_DEMO: 'true',
    RATE_LIMIT: '0',
    WEB_PROCESSES: '1',
    LOG_LEVEL: 'warn',
  };
  const startNode = async (number: number) => {
    const node = await createNode(`node-${number}`, env);
    await node.start();
    return node;
  };
  const first = await startNode(1);
  return [first, ...(await Promise.all(Array.from({ length: nodeCount - 1 }, (_, n) => startNode(n + 2))))];
};

export const startCluster = async (): Promise<Cluster> => {
  let primary = await startPrimary();
  let standby = await startStandby(primary);
  let former: TestServer | undefined;
  const nodes = await startNodes(primary, standby);
  return {
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    nodes,
    commitSynchronously: async () => {
      await untilFollowed(primary, 'async');
      await requireStandby(primary, '*');
      await untilFollowed(primary, 'sync');
    },
    commitAsynchronously: () => requireStandby(primary, ''),
    promoteStandby: async () => {
      await requireStandby(standby, '');
      await standby.query('select pg_promote()');
      former = primary;
      primary = standby;
    },
    replaceFormerPrimary: async () => {
      await former?.remove();
      standby = await startStandby(primary, former?.port);
      former = undefined;
    },
    remove: async () => {
      await Promise.all(nodes.map((node) => node.remove()));
      for (const server of new Set([primary, standby, former])) await server?.remove();
    },
  };
};
