import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answerInTime } from '#db/unavailable.ts';
import { openToEveryone } from './age/open-to-everyone.ts';

export interface HealthSources {
  pool: Pool;
  /** Whether the catalogue index is built, and whether it follows the change log. */
  indexStatus: () => { ready: boolean; following: boolean };
  /** Whether pages are rendered at full speed. */
  isWarm: () => boolean;
}

export interface Health {
  /** From now on `/readyz` says no, whatever else it could say. */
  announceStop: () => void;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve requests, with the state of each part. */
export const registerHealth = (app: FastifyInstance, { pool, indexStatus, isWarm }: HealthSources): Health => {
  let isStopping = false;
  app.get('/healthz', openToEveryone, async () => ({ status: 'ok' }));
  app.get('/readyz', openToEveryone, async (_request, reply) => {
    const database = await answerInTime(pool.query('select 1')).then(
      () => 'reachable',
      () => 'unreachable',
    );
    const { ready, following } = indexStatus();
    const index = !ready ? 'building' : following ? 'ready' : 'catching up';
    const pages = isWarm() ? 'ready' : 'warming up';
    const isReady = database === 'reachable' && index === 'ready' && isWarm() && !isStopping;
    const status = isStopping ? 'stopping' : isReady ? 'ready' : 'not ready';
    return reply.code(isReady ? 200 : 503).send({ status, database, index, pages });
  });
  return {
    announceStop: () => {
      isStopping = true;
    },
  };
};
