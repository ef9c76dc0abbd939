import type { IncomingMessage } from 'node:http';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { VisitorNetwork } from './visitors.ts';

/** Files that browsers load by the dozen, and health checks that monitoring polls. */
const cheap = /^\/(api\/)?(art|uploads|picture|assets|healthz|readyz)(\/|$)/;
const cheapFactor = 10;

/** Cheap requests are counted separately, with a higher limit. */
export const isCheap = (url: string) => cheap.test(url);

/** One node's share of a site-wide limit, because load balancers spread a visitor's requests over all nodes. */
export type NodeShare = (limit: number) => number;

/** Rounds up, so that each node allows at least one request. */
export const nodeShareOf =
  (liveNodes: () => number): NodeShare =>
  (limit) =>
    Math.ceil(limit / liveNodes());

/** Per minute and visitor. Also limits cached pages; beyond it they count like other pages. */
export const cheapRateLimit = ({ rateLimit }: Pick<Config, 'rateLimit'>) => rateLimit * cheapFactor;

interface Window {
  count: number;
  endsAt: number;
}

const maxVisitors = 5000;

/**
 * Uses the monotonic clock. The store of @fastify/rate-limit uses Date.now(): when the system clock is set back by a
 * day, its windows last a day longer, and visitors are refused until then.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  private readonly windows = new LRUCache<string, Window>({ max: maxVisitors });

  incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
    const now = performance.now();
    const current = this.windows.get(key);
    const window = current && now < current.endsAt ? current : { count: 0, endsAt: now + timeWindow };
    window.count++;
    this.windows.set(key, window);
    callback(null, { current: window.count, ttl: window.endsAt - now });
  };

  /** Routes with their own limit are counted separately. */
  child = () => new RateLimitStore();
}

const windowMs = 60_000;
/** Beyond this number, all counts start again from zero. */
const maxNetworks = 10_000;

/** The rate limit of cached pages, which are sent before Fastify. The returned function counts a request. */
export const cachedPageLimit = (
  config: Config,
  networkOf: VisitorNetwork,
  isVerifiedCrawler: (request: IncomingMessage) => boolean,
  nodeShare: NodeShare,
): ((request: IncomingMessage) => boolean) => {
  if (config.rateLimit === 0) return () => true;
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  const isWithinLimit = (network: string) => {
    const now = performance.now();
    if (now >= windowEndsAt || counts.size >= maxNetworks) {
      counts.clear();
      windowEndsAt = now + windowMs;
    }
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= nodeShare(cheapRateLimit(config));
  };
  return (request) => isVerifiedCrawler(request) || isWithinLimit(networkOf(request));
};
