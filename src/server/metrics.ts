import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { addBackupMetrics, type BackupMetrics } from './backup-metrics.ts';
import { addNodeMetrics, type NodeSources } from './node-metrics.ts';
import { addPictureMetrics, type PictureSources } from './picture-metrics.ts';
import type { ResponseCounts } from './response-counts.ts';
import { addResponseMetrics } from './response-metrics.ts';

export interface MetricsSources extends NodeSources {
  responses: ResponseCounts;
  pool: Pool;
  indexStats: () => Record<string, number>;
  pageStats: () => Record<string, number>;
  /** How many connections the site closed, by reason. */
  closedConnections: () => [reason: string, count: number][];
  backups: () => Promise<BackupMetrics>;
  pictures: PictureSources;
}

/** Collects metrics for Prometheus: requests by route, database pool, index, event loop. */
export const collectMetrics = (
  app: FastifyInstance,
  { responses, pool, indexStats, pageStats, closedConnections, backups, pictures, ...nodes }: MetricsSources,
): Registry => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  addResponseMetrics(register, app, responses);
  addNodeMetrics(register, nodes);
  new Gauge({
    name: 'marquee_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'marquee_index_size',
    help: 'What the catalogue index holds',
    labelNames: ['of'],
    registers: [register],
    collect() {
      for (const [of, size] of Object.entries(indexStats())) this.set({ of }, size);
    },
  });
  new Gauge({
    name: 'marquee_page_cache',
    help: 'Cached pages, their size in bytes, and how many responses came from the cache',
    labelNames: ['of'],
    registers: [register],
    collect() {
      for (const [of, size] of Object.entries(pageStats())) this.set({ of }, size);
    },
  });
  new Counter({
    name: 'marquee_closed_connections_total',
    help: 'Connections that were refused or ended because of a limit',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      this.reset();
      for (const [reason, count] of closedConnections()) this.inc({ reason }, count);
    },
  });
  addBackupMetrics(register, backups);
  addPictureMetrics(register, pictures);
  return register;
};
