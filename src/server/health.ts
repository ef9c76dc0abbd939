import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { isFromUntrustedProxy } from '#api/http/proxy-watch.ts';
import { answerInTime } from '#db/errors.ts';
import { version } from '#db/version.ts';
import { isSameToken } from '#domain/secrets.ts';
import { type Arrival, arrivalHeader, arrivalPath, type DoctorKey, folderIdentity } from '#domain/system/own-site.ts';
import { openToEveryone } from './age/open-to-everyone.ts';

export interface HealthSources {
  pool: Pool;
  /** `ready` once the catalogue index is built, `following` while it applies the change log. */
  indexStatus: () => { ready: boolean; following: boolean };
  /** Whether the warm-up is done, so that pages are rendered at full speed. */
  isWarm: () => boolean;
}

export interface Health {
  /** Makes `/readyz` answer 503 from now on. */
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

/** Tells `marquee doctor` how its request arrived: through the proxy or directly. Everyone else gets a 404. */
export const registerDoctorAnswer = (app: FastifyInstance, key: DoctorKey, dataDir: string) => {
  app.get(arrivalPath, openToEveryone, async (request, reply) => {
    const [nonce = '', signature] = String(request.headers[arrivalHeader] ?? '').split(' ');
    if (!isSameToken(signature, key.ask(nonce))) return reply.callNotFound();
    const dataFolder = folderIdentity(dataDir);
    const arrival: Arrival = {
      proof: key.answer(nonce),
      version,
      ip: request.ip,
      protocol: request.protocol,
      host: request.host,
      hasForwardedFor: request.headers['x-forwarded-for'] !== undefined,
      ...(dataFolder === undefined ? {} : { dataFolder }),
      ...(isFromUntrustedProxy(request) ? { untrustedProxy: request.ip.replace(/^::ffff:/i, '') } : {}),
    };
    return reply.header('cache-control', 'no-store').send(arrival);
  });
};
