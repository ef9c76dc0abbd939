import Fastify from 'fastify';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { collectMetrics } from '#server/metrics.ts';
import { openMetricsListener } from '#server/metrics-listener.ts';

const openApp = () => {
  const app = Fastify();
  const metrics = collectMetrics(app, {
    pool: { totalCount: 5, idleCount: 3, waitingCount: 1 } as Pool,
    indexStats: () => ({ videos: 2000 }),
    pageStats: () => ({ pages: 7, bytes: 900, hits: 42 }),
    closedConnections: () => [['slow reading', 3]],
  });
  app.get('/things/:id', async () => 'ok');
  return { app, metrics };
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
    'marquee_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 2',
    'marquee_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    'marquee_database_connections{state="open"} 5',
    'marquee_database_connections{state="idle"} 3',
    'marquee_database_connections{state="waiting"} 1',
    'marquee_index_size{of="videos"} 2000',
    'marquee_page_cache{of="pages"} 7',
    'marquee_page_cache{of="bytes"} 900',
    'marquee_page_cache{of="hits"} 42',
    'marquee_closed_connections_total{reason="slow reading"} 3',
  ])
    expect(body.split('\n')).toContain(line);
  expect(body).toContain('nodejs_eventloop_lag_seconds');
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
