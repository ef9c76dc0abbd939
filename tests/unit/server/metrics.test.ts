import Fastify from 'fastify';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { registerMetrics } from '#server/metrics.ts';

const openApp = () => {
  const app = Fastify();
  registerMetrics(app, {
    pool: { totalCount: 5, idleCount: 3, waitingCount: 1 } as Pool,
    indexStats: () => ({ videos: 2000 }),
    pageStats: () => ({ pages: 7, bytes: 900, hits: 42 }),
  });
  app.get('/things/:id', async () => 'ok');
  return app;
};

it('reports requests by route, the pool, the index, the page cache and the process', async () => {
  const app = openApp();
  await app.inject('/things/1');
  await app.inject('/things/2');
  await app.inject('/nothing');
  const { headers, body } = await app.inject('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
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
  ])
    expect(body.split('\n')).toContain(line);
  expect(body).toContain('nodejs_eventloop_lag_seconds');
});

it('is not found through a proxy', async () => {
  const { statusCode, body } = await openApp().inject({ url: '/metrics', headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(statusCode).toBe(404);
  expect(body).not.toContain('marquee_');
});
