import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { handleUnknownPaths } from '#api/http/error-handler.ts';
import { rtaLabel } from '#contract/values/rta-label.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip.ts';
import { yearSeconds } from './cache-control.ts';
import type { Config } from './config.ts';
import { RateLimitStore } from './rate-limit-store.ts';
import { cheapRateLimit, isCheap, type NodeShare } from './rate-limits.ts';

/** Headers, CORS, cookies and the rate limit, for every request. */
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
      // Crawlers read pages: calls that change something stay limited.
      allowList: ({ method, raw }) => (method === 'GET' || method === 'HEAD') && isUnlimited(raw),
      store: RateLimitStore,
      keyGenerator: ({ ip, url }) => `${ipNetwork(ip)} ${isCheap(url) ? 'cheap' : ''}`,
      errorResponseBuilder: (_request, { ttl, after }) =>
        new TooManyRequestsError(`Too many requests. Please try again in ${after}.`, Math.ceil(ttl / 1000)),
    });
  handleUnknownPaths(app, config.rateLimit > 0 ? app.rateLimit() : undefined);
};
