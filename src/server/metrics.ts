import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricsSources {
  pool: Pool;
  indexStats: () => Record<string, number>;
  pageStats: () => Record<string, number>;
  /** How many connections the site closed, by reason. */
  closedConnections: () => [reason: string, count: number][];
}

/** Collects metrics for Prometheus: requests by route, database pool, index, event loop. */
export const collectMetrics = (
  app: FastifyInstance,
  { pool, indexStats, pageStats, closedConnections }: MetricsSources,
): Registry => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'marquee_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });
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

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  return register;
};
