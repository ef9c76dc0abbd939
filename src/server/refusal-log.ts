import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ipNetwork } from '#domain/ip.ts';

/** Wrong input, not signed in, not allowed, too large, too many. */
const refusals = new Set([400, 401, 403, 413, 429]);
const onceEveryMs = 60_000;
const maxRemembered = 10_000;

/**
 * Logs who was refused what. One line per minute, visitor, route and status: a flood of refused requests must not become
 * a flood of lines. The URL is left out, because it may hold what a visitor searched for.
 */
export const logRefusals = (app: FastifyInstance) => {
  const logged = new LRUCache<string, true>({ max: maxRemembered, ttl: onceEveryMs });
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    // Who has not proved their age yet is nobody's business.
    if (!refusals.has(status) || request.shutOut) return;
    const { ip, method, session, log } = request;
    const route = request.routeOptions.url ?? 'none';
    const key = `${ipNetwork(ip)} ${status} ${method} ${route}`;
    if (logged.has(key)) return;
    logged.set(key, true);
    log.info({ status, method, route, ip, admin: session?.username }, 'request refused');
  });
};
