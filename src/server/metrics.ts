import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from 'prom-client';
import type { Db } from '#db/database.ts';
import { StartupError } from '#db/errors.ts';
import type { ReplicaStatus } from '#db/replicas.ts';
import { readBackups } from '#domain/backup/backups.ts';
import type { PictureProxy } from '#domain/pictures/picture-proxy.ts';
import type { PictureStore } from '#domain/pictures/picture-store.ts';
import { type CacheState, durationBounds, type ResponseCount, type ResponseCounts } from './response-counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    page: { route: string; cache: CacheState } | undefined;
    /** Bytes that the connection had sent before a body of unknown length. */
    bytesSentBefore: number | undefined;
  }
}

const durationName = 'marquee_request_duration_seconds';

const durationValues = ({ labels, buckets, seconds }: ResponseCount) => {
  let count = 0;
  const cumulative = [...durationBounds, '+Inf'].map((le, bucket) => {
    count += buckets[bucket] ?? 0;
    return { metricName: `${durationName}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${durationName}_sum`, labels, value: seconds },
    { metricName: `${durationName}_count`, labels, value: count },
  ];
};

/** The parts of a histogram that a registry reads, because prom-client has no way to set a histogram's values. */
const durations = (responses: ResponseCounts) => ({
  name: durationName,
  get: async () => ({
    name: durationName,
    help: 'Time from request to response; its count is the number of responses',
    type: 'histogram',
    values: responses.all().flatMap(durationValues),
  }),
});

/** A body of unknown length is counted by the bytes of its connection, including the response's headers. */
const bodyBytes = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.method === 'HEAD') return 0;
  const length = reply.getHeader('content-length');
  if (length !== undefined) return Number(length);
  return request.bytesSentBefore === undefined ? 0 : request.raw.socket.bytesWritten - request.bytesSentBefore;
};

/** Counts Fastify's responses. Cached pages are counted where they are sent (page-cache/cached-page-listener.ts). */
const countResponses = (app: FastifyInstance, responses: ResponseCounts) => {
  app.decorateRequest('page', undefined);
  app.decorateRequest('bytesSentBefore', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable && !reply.hasHeader('content-length'))
      request.bytesSentBefore = request.raw.socket.bytesWritten;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { route, cache } = request.page ?? { route: request.routeOptions.url ?? 'none', cache: 'none' };
    responses.ofRoute(route)({
      method: request.method,
      status: reply.statusCode,
      cache,
      seconds: reply.elapsedTime / 1000,
      bytes: bodyBytes(request, reply),
    });
    done();
  });
};

const addResponseMetrics = (register: Registry, app: FastifyInstance, responses: ResponseCounts) => {
  register.registerMetric(durations(responses) as unknown as Histogram);
  new Counter({
    name: 'marquee_response_bytes_total',
    help: 'Bytes of response bodies, as they were sent',
    labelNames: ['method', 'route', 'status', 'cache'],
    registers: [register],
    collect() {
      this.reset();
      for (const { labels, bytes } of responses.all()) this.inc(labels, bytes);
    },
  });
  countResponses(app, responses);
};

type Samples = Iterable<readonly [label: string, value: number]>;

interface Metric<Values> {
  name: string;
  help: string;
  /** The name of the label of a metric with several values. */
  label?: string;
  /** Reads the value, or the value of each label, when metrics are scraped. */
  read: () => Values;
}

const addGauge = (register: Registry, { name, help, label, read }: Metric<number | Samples>) =>
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [register],
    collect() {
      const values = read();
      if (typeof values === 'number') this.set(values);
      else for (const [key, value] of values) this.set({ [label ?? '']: key }, value);
    },
  });

/** Adds a counter whose totals are kept elsewhere. */
const addCounter = (register: Registry, { name, help, label = '', read }: Metric<Samples>) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [register],
    collect() {
      this.reset();
      for (const [key, value] of read()) this.inc({ [label]: key }, value);
    },
  });

/** Figures of the last successful backup. */
interface BackupMetrics {
  timestamp: number;
  duration: number;
  bytes: number;
}

/** All figures are 0 if there is no backup, or if backups are switched off: an alert on their age would never end. */
export const readBackupMetrics = async (db: Db): Promise<BackupMetrics> => {
  const { lastSuccess, settings } = await readBackups(db);
  if (!lastSuccess?.finishedAt || settings.hour === null) return { timestamp: 0, duration: 0, bytes: 0 };
  const { startedAt, finishedAt, bytes } = lastSuccess;
  return {
    timestamp: startedAt.getTime() / 1000,
    duration: (finishedAt.getTime() - startedAt.getTime()) / 1000,
    bytes: bytes ?? 0,
  };
};

/** Short, so that a scrape returns the other metrics in time while the database hangs. */
const maxWaitMs = 1000;

/** Resolves with the latest figures, or with the previous ones if the database doesn't answer in time. */
const boundedReader = (read: () => Promise<BackupMetrics>) => {
  let latest: BackupMetrics | undefined;
  let reading: Promise<void> | undefined;
  const start = async () => {
    try {
      latest = await read();
    } catch {
      // Keep the previous figures.
    } finally {
      reading = undefined;
    }
  };
  return async (): Promise<BackupMetrics | undefined> => {
    // All gauges of a scrape share one read, and no other read starts while one hangs.
    reading ??= start();
    const waiting = new AbortController();
    await Promise.race([reading, sleep(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
    return latest;
  };
};

/** These metrics are the same on every node. They keep their last values while the database is unreachable. */
const addBackupMetrics = (register: Registry, read: () => Promise<BackupMetrics>) => {
  const readLast = boundedReader(read);
  const add = (name: string, key: keyof BackupMetrics, help: string) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const last = await readLast();
        if (last) this.set(last[key]);
      },
    });
  add(
    'marquee_backup_last_success_timestamp_seconds',
    'timestamp',
    'When the last good backup began; 0 if none has been made, or none are scheduled',
  );
  add('marquee_backup_last_duration_seconds', 'duration', 'How long the last good backup took');
  add('marquee_backup_last_bytes', 'bytes', 'The size of the last good backup');
};

export interface MetricsSources {
  responses: ResponseCounts;
  pool: Pool;
  indexStats: () => Record<string, number>;
  pageStats: () => Record<string, number>;
  /** The number of connections that the site closed, by reason. */
  closedConnections: () => [reason: string, count: number][];
  liveNodes: () => number;
  indexLag: () => number;
  replicas: () => ReplicaStatus[];
  backups: () => Promise<BackupMetrics>;
  pictures: { proxy: Pick<PictureProxy, 'stats'>; store: Pick<PictureStore, 'stats'> };
}

export const collectMetrics = (app: FastifyInstance, sources: MetricsSources): Registry => {
  const { responses, pool, indexStats, pageStats, closedConnections, liveNodes, indexLag, replicas, backups } = sources;
  const { proxy, store } = sources.pictures;
  const register = new Registry();
  collectDefaultMetrics({ register });
  addResponseMetrics(register, app, responses);
  addGauge(register, {
    name: 'marquee_nodes',
    help: 'Nodes that serve the site, as this one sees it',
    read: liveNodes,
  });
  addGauge(register, {
    name: 'marquee_index_lag_seconds',
    help: 'How long the oldest change that the catalogue index lacks has been pending',
    read: indexLag,
  });
  addGauge(register, {
    name: 'marquee_replica_lag_seconds',
    help: 'How far a read replica is behind the primary',
    label: 'replica',
    read: () => replicas().flatMap(({ name, lag }) => (lag ? [[name, lag.seconds] as const] : [])),
  });
  addGauge(register, {
    name: 'marquee_database_connections',
    help: 'Connections of the pool',
    label: 'state',
    read: () => Object.entries({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  });
  addGauge(register, {
    name: 'marquee_index_size',
    help: 'What the catalogue index holds',
    label: 'of',
    read: () => Object.entries(indexStats()),
  });
  addGauge(register, {
    name: 'marquee_page_cache',
    help: 'Cached pages, their size in bytes, and how many responses came from the cache',
    label: 'of',
    read: () => Object.entries(pageStats()),
  });
  addCounter(register, {
    name: 'marquee_closed_connections_total',
    help: 'Connections that were refused or ended because of a limit',
    label: 'reason',
    read: closedConnections,
  });
  addBackupMetrics(register, backups);
  addCounter(register, {
    name: 'marquee_pictures_total',
    help: 'Pictures of the image proxy: stored ones that were served (hit), made ones (made, avif), and those replaced by a drawing because they were gone, their host did not answer, or too much was to do (gone, unreachable, busy)',
    label: 'result',
    read: () => {
      const { making, waitingForAvif, ...counts } = proxy.stats();
      return Object.entries(counts);
    },
  });
  addGauge(register, {
    name: 'marquee_pictures_waiting',
    help: 'Pictures that are being fetched or encoded',
    label: 'for',
    read: () => {
      const { making = 0, waitingForAvif = 0 } = proxy.stats();
      return Object.entries({ webp: making, avif: waitingForAvif });
    },
  });
  addGauge(register, {
    name: 'marquee_picture_cache',
    help: 'Pictures in the folder of the image proxy, and their bytes',
    label: 'of',
    read: () => Object.entries(store.stats()),
  });
  return register;
};

export interface MetricsListener {
  url: string;
  close: () => Promise<void>;
}

/** Metrics are for the operator, so only programs on the same machine can reach them. */
const host = '127.0.0.1';
const maxConnections = 20;

export const openMetricsListener = async (metrics: Registry, port: number): Promise<MetricsListener> => {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const body = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(body);
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new StartupError(`Marquee cannot serve metrics on port ${port} (${code}): change METRICS_PORT.`)),
    );
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
