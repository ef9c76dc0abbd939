import { LRUCache } from 'lru-cache';

/** Pictures that one visitor may have fetched and encoded per minute: about fifteen lists that nobody has opened before. */
const maxPerMinute = 240;
const maxVisitors = 10_000;
const minuteMs = 60_000;

/** Bounds how much work one visitor can make for this site, and for the hosts of the pictures. */
export const createVisitorBudget = (now = Date.now, max = maxPerMinute) => {
  const spent = new LRUCache<string, { since: number; count: number }>({ max: maxVisitors });
  /** Whether another one may be made for this visitor, which is then counted. */
  return (visitor: string): boolean => {
    const known = spent.get(visitor);
    const current = known && now() - known.since < minuteMs ? known : { since: now(), count: 0 };
    if (current.count >= max) return false;
    current.count++;
    spent.set(visitor, current);
    return true;
  };
};
