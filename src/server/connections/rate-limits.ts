import type { IncomingMessage } from 'node:http';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { VisitorNetwork } from './visitors.ts';

/** Files that browsers load many of, and what monitoring polls. */
const cheap = /^\/(api\/)?(art|uploads|picture|assets|healthz|readyz)(\/|$)/;
const cheapFactor = 10;

/** Cheap requests are counted apart from the others, with a higher limit. */
export const isCheap = (url: string) => cheap.test(url);

/** What one node allows of a limit of the whole site, since load balancers send a visitor to any of the nodes. */
export type NodeShare = (limit: number) => number;

/** Rounded up: with more nodes than requests, each still allows one. */
export const nodeShareOf =
  (liveNodes: () => number): NodeShare =>
  (limit) =>
    Math.ceil(limit / liveNodes());

/** Per minute and visitor. Cached pages have this limit too, before they count like other pages. */
export const cheapRateLimit = ({ rateLimit }: Pick<Config, 'rateLimit'>) => rateLimit * cheapFactor;

interface Window {
  count: number;
  endsAt: number;
}

/** Bounds memory. */
const maxVisitors = 5000;

/**
 * Counts requests by performance.now(). The package's own store uses Date.now(): when the machine's clock is set back by a
 * day, its windows last a day longer and visitors are refused until then.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  private readonly windows = new LRUCache<string, Window>({ max: maxVisitors });

  incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
    const now = performance.now();
    const known = this.windows.get(key);
    const window = known && now < known.endsAt ? known : { count: 0, endsAt: now + timeWindow };
    window.count++;
    this.windows.set(key, window);
    callback(null, { current: window.count, ttl: window.endsAt - now });
  };

  /** A call with a limit of its own is counted apart. */
  child = () => new RateLimitStore();
}

const windowMs = 60_000;
/** Bounds memory; beyond it, counting starts again. */
const maxNetworks = 10_000;

/** Counts requests per minute. `isWithin` counts one and returns false beyond `max`, which may change meanwhile. */
const createRequestCounter = (max: () => number) => {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    isWithin: (network: string): boolean => {
      const now = performance.now();
      if (now >= windowEnds || counts.size >= maxNetworks) {
        counts.clear();
        windowEnds = now + windowMs;
      }
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      return count <= max();
    },
  };
};

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
