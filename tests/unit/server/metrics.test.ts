import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { collectMetrics, openMetricsListener } from '#server/metrics.ts';
import { createResponseCounts } from '#server/response-counts.ts';

const lastBackup = { timestamp: 1_794_000_000, duration: 12.5, bytes: 114_395_599 };

const openApp = (backups = async () => lastBackup) => {
  const app = Fastify();
  const responses = createResponseCounts();
  const metrics = collectMetrics(app, {
    responses,
    pool: { totalCount: 5, idleCount: 3, waitingCount: 1 } as Pool,
    indexStats: () => ({ videos: 2000 }),
    pageStats: () => ({ pages: 7, bytes: 900, hits: 42 }),
    closedConnections: () => [['slow reading', 3]],
    liveNodes: () => 2,
    indexLag: () => 1.5,
    replicas: () => [{ name: 'db2:5432', isFresh: true, lag: { seconds: 0.5, bytes: 80 } }],
    backups,
    pictures: {
      proxy: { stats: () => ({ hit: 8, gone: 1, making: 2, waitingForAvif: 3 }) },
      store: { stats: () => ({ pictures: 5, bytes: 4096, maxBytes: 8192 }) },
    },
  });
  app.get('/things/:id', async () => 'ok');
  app.get('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from(['some ', 'text'])));
  return { app, responses, metrics };
};

it('reports requests by route, the pool, the index, the page cache and the process', async () => {
  const { app, metrics } = openApp();
  await app.inject('/things/1');
  await app.inject('/things/2');
  await app.inject('/nothing');
  await metrics.metrics();
  const body = await metrics.metrics();
  expect(metrics.contentType).toMatch(/^text\/plain/);
  for (const line of [
    '# TYPE marquee_request_duration_seconds histogram',
    'marquee_request_duration_seconds_count{method="GET",route="/things/:id",status="200",cache="none"} 2',
    'marquee_request_duration_seconds_count{method="GET",route="none",status="404",cache="none"} 1',
    'marquee_response_bytes_total{method="GET",route="/things/:id",status="200",cache="none"} 4',
    'marquee_database_connections{state="open"} 5',
    'marquee_database_connections{state="idle"} 3',
    'marquee_database_connections{state="waiting"} 1',
    'marquee_index_size{of="videos"} 2000',
    'marquee_nodes 2',
    'marquee_index_lag_seconds 1.5',
    'marquee_replica_lag_seconds{replica="db2:5432"} 0.5',
    'marquee_backup_last_success_timestamp_seconds 1794000000',
    'marquee_backup_last_duration_seconds 12.5',
    'marquee_backup_last_bytes 114395599',
    'marquee_page_cache{of="pages"} 7',
    'marquee_page_cache{of="bytes"} 900',
    'marquee_page_cache{of="hits"} 42',
    'marquee_closed_connections_total{reason="slow reading"} 3',
  ])
    expect(body.split('\n')).toContain(line);
  expect(body).toContain('nodejs_eventloop_lag_seconds');
});

it('never waits for a database that hangs, and asks it once at a time', async () => {
  let questions = 0;
  let isHanging = false;
  const { metrics } = openApp(async () => {
    questions++;
    return isHanging ? new Promise(() => {}) : lastBackup;
  });
  await metrics.metrics();
  expect(questions).toBe(1);
  isHanging = true;
  await metrics.metrics();
  expect((await metrics.metrics()).split('\n')).toContain('marquee_backup_last_bytes 114395599');
  expect(questions).toBe(2);
});

it('puts each duration into all buckets that it fits', async () => {
  const { responses, metrics } = openApp();
  for (const seconds of [0.001, 0.002, 4, 9])
    responses.ofRoute('/x')({ method: 'GET', status: 200, cache: 'hit', seconds, bytes: 1 });
  const lines = (await metrics.metrics()).split('\n');
  const labels = 'method="GET",route="/x",status="200",cache="hit"';
  const bucket = (le: string) => `marquee_request_duration_seconds_bucket{le="${le}",${labels}}`;
  expect(lines).toContain(`${bucket('0.001')} 1`);
  expect(lines).toContain(`${bucket('0.0025')} 2`);
  expect(lines).toContain(`${bucket('2.5')} 2`);
  expect(lines).toContain(`${bucket('5')} 3`);
  expect(lines).toContain(`${bucket('+Inf')} 4`);
  expect(lines).toContain(`marquee_request_duration_seconds_count{${labels}} 4`);
  expect(lines).toContain(`marquee_request_duration_seconds_sum{${labels}} 13.003`);
});

it('counts the bytes of bodies: none of HEAD, and those of a stream with its headers', async () => {
  const { app, metrics } = openApp();
  const url = await app.listen({ port: 0 });
  await fetch(`${url}/things/1`, { method: 'HEAD' });
  await (await fetch(`${url}/stream`)).text();
  const body = await metrics.metrics();
  const bytesOf = (method: string, route: string) =>
    Number(new RegExp(`marquee_response_bytes_total{method="${method}",route="${route}".*} (\\d+)`).exec(body)?.[1]);
  expect(bytesOf('HEAD', '/things/:id')).toBe(0);
  expect(bytesOf('GET', '/stream')).toBeGreaterThan('some text'.length);
  expect(bytesOf('GET', '/stream')).toBeLessThan(1000);
  await app.close();
});

it('is not part of the site', async () => {
  expect((await openApp().app.inject('/metrics')).statusCode).toBe(404);
});

it('is served on the loopback interface alone', async () => {
  const { url, close } = await openMetricsListener(openApp().metrics, 0);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toContain('marquee_index_size{of="videos"} 2000');
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  const port = Number(new URL(url).port);
  await expect(openMetricsListener(openApp().metrics, port)).rejects.toThrow('change METRICS_PORT');
  await close();
});
