import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

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
