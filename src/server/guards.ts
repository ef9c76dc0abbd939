import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { handleUnknownPaths } from '#api/http/error-handler.ts';
import { rtaLabel } from '#contract/values/public-pages.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip.ts';
import { yearSeconds } from './cache-control.ts';
import type { Config } from './config.ts';
import { cheapRateLimit, isCheap, type NodeShare, RateLimitStore } from './connections/rate-limits.ts';

/** Registers security headers, CORS, cookies and the rate limit for every request. */
export const registerGuards = async (
  app: FastifyInstance,
  config: Config,
  isUnlimited: (request: IncomingMessage) => boolean,
  nodeShare: NodeShare,
) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('rating', rtaLabel);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: config.siteUrl.startsWith('https:') ? { maxAge: yearSeconds } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  await app.register(cors, { origin: config.corsOrigins, credentials: true, maxAge: 3600 });
  await app.register(cookie);
  if (config.rateLimit > 0)
    await app.register(rateLimit, {
      max: (request) => nodeShare(isCheap(request.url) ? cheapRateLimit(config) : config.rateLimit),
      timeWindow: '1 minute',
      // Even for crawlers, requests that change something stay limited.
      allowList: ({ method, raw }) => (method === 'GET' || method === 'HEAD') && isUnlimited(raw),
      store: RateLimitStore,
      keyGenerator: ({ ip, url }) => `${ipNetwork(ip)} ${isCheap(url) ? 'cheap' : ''}`,
      errorResponseBuilder: (_request, { ttl, after }) =>
        new TooManyRequestsError(`Too many requests. Please try again in ${after}.`, Math.ceil(ttl / 1000)),
    });
  handleUnknownPaths(app, config.rateLimit > 0 ? app.rateLimit() : undefined);
};

const refusals = new Set([400, 401, 403, 413, 429]);
const onceEveryMs = 60_000;
const maxRemembered = 10_000;

/**
 * Logs refused requests: at most one line per minute, visitor, route and status, so that a flood of requests doesn't
 * become a flood of lines. The URL is left out, because it may contain what a visitor searched for.
 */
export const logRefusals = (app: FastifyInstance) => {
  const logged = new LRUCache<string, true>({ max: maxRemembered, ttl: onceEveryMs });
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    // For privacy, don't log who hasn't proved their age.
    if (!refusals.has(status) || request.shutOut) return;
    const { ip, method, session, log } = request;
    const route = request.routeOptions.url ?? 'none';
    const key = `${ipNetwork(ip)} ${status} ${method} ${route}`;
    if (logged.has(key)) return;
    logged.set(key, true);
    log.info({ status, method, route, ip, admin: session?.username }, 'request refused');
  });
};
