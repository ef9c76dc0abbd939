import Fastify from 'fastify';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { registerHealth } from '#server/health.ts';

const get = async (
  path: string,
  { reachable = true, ready = true, following = true, warm = true, stopping = false },
) => {
  const app = Fastify();
  const query = async () => {
    if (!reachable) throw new Error('connection refused');
  };
  const health = registerHealth(app, {
    pool: { query } as unknown as Pool,
    indexStatus: () => ({ ready, following }),
    isWarm: () => warm,
  });
  if (stopping) health.announceStop();
  const response = await app.inject(path);
  return { status: response.statusCode, body: response.json() };
};

it('is ready with a database and an index that follows it', async () => {
  const body = { status: 'ready', database: 'reachable', index: 'ready', pages: 'ready' };
  expect(await get('/readyz', {})).toEqual({ status: 200, body });
});

it.each([
  [
    { ready: false, following: false },
    { database: 'reachable', index: 'building', pages: 'ready' },
  ],
  [{ ready: false }, { database: 'reachable', index: 'building', pages: 'ready' }],
  [{ following: false }, { database: 'reachable', index: 'catching up', pages: 'ready' }],
  [{ reachable: false }, { database: 'unreachable', index: 'ready', pages: 'ready' }],
  [{ warm: false }, { database: 'reachable', index: 'ready', pages: 'warming up' }],
])('is not ready with %j', async (state, parts) => {
  expect(await get('/readyz', state)).toEqual({ status: 503, body: { status: 'not ready', ...parts } });
});

it('is not ready when it is about to stop', async () => {
  const body = { status: 'stopping', database: 'reachable', index: 'ready', pages: 'ready' };
  expect(await get('/readyz', { stopping: true })).toEqual({ status: 503, body });
});

it('is alive whatever else is down', async () => {
  const state = { reachable: false, ready: false, following: false };
  expect(await get('/healthz', state)).toEqual({ status: 200, body: { status: 'ok' } });
});
