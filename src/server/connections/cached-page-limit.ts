import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { cheapRateLimit, type NodeShare } from '../rate-limits.ts';
import { createRequestCounter } from './request-counter.ts';
import type { VisitorNetwork } from './visitor-network.ts';

/** The rate limit of cached pages, which are sent before Fastify. */
export const cachedPageLimit = (
  config: Config,
  networkOf: VisitorNetwork,
  isVerifiedCrawler: (request: IncomingMessage) => boolean,
  nodeShare: NodeShare,
): ((request: IncomingMessage) => boolean) => {
  if (config.rateLimit === 0) return () => true;
  const counter = createRequestCounter(() => nodeShare(cheapRateLimit(config)));
  return (request) => isVerifiedCrawler(request) || counter.isWithin(networkOf(request));
};
