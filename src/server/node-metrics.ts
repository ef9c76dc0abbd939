import { Gauge, type Registry } from 'prom-client';
import type { ReplicaStatus } from '#db/replicas.ts';

export interface NodeSources {
  /** How many nodes serve the site, as this one sees it. */
  liveNodes: () => number;
  indexLag: () => number;
  replicas: () => ReplicaStatus[];
}

/** How many nodes there are, and how far this one and its replicas are behind. */
export const addNodeMetrics = (register: Registry, { liveNodes, indexLag, replicas }: NodeSources) => {
  new Gauge({
    name: 'marquee_nodes',
    help: 'Nodes that serve the site, as this one sees it',
    registers: [register],
    collect() {
      this.set(liveNodes());
    },
  });
  new Gauge({
    name: 'marquee_index_lag_seconds',
    help: 'For how long the catalogue index has lacked a change',
    registers: [register],
    collect() {
      this.set(indexLag());
    },
  });
  new Gauge({
    name: 'marquee_replica_lag_seconds',
    help: 'How far a read replica is behind the primary',
    labelNames: ['replica'],
    registers: [register],
    collect() {
      for (const { name, lag } of replicas()) if (lag) this.set({ replica: name }, lag.seconds);
    },
  });
};
