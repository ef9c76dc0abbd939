/** Whether a page came from the page cache; `none` for responses that are never cached there. */
export type CacheState = 'hit' | 'stale' | 'miss' | 'none';

export interface CountedResponse {
  method: string;
  status: number;
  cache: CacheState;
  seconds: number;
  /** The size of the body as it was sent, compressed or not. */
  bytes: number;
}

/** Upper bounds of the histogram buckets, in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Totals of all responses with the same labels. */
export interface ResponseCount {
  labels: { method: string; route: string; status: number; cache: CacheState };
  /** The number of responses in each bucket; the last bucket is for those beyond all bounds. */
  buckets: number[];
  seconds: number;
  bytes: number;
}

export type CountResponse = (response: CountedResponse) => void;

export interface ResponseCounts {
  /** The counter of a route. Cached pages keep theirs, so that it isn't looked up on each request. */
  ofRoute: (route: string) => CountResponse;
  all: () => ResponseCount[];
}

/** The fraction of page requests that the page cache answered; undefined before the first. */
export const hitRateOf = (counts: readonly ResponseCount[]): number | undefined => {
  const sumOf = (...states: CacheState[]) =>
    counts
      .filter(({ labels }) => states.includes(labels.cache))
      .flatMap(({ buckets }) => buckets)
      .reduce((sum, count) => sum + count, 0);
  const hits = sumOf('hit', 'stale');
  const all = hits + sumOf('miss');
  return all === 0 ? undefined : hits / all;
};

const bucketOf = (seconds: number) => {
  const bucket = durationBounds.findIndex((bound) => seconds <= bound);
  return bucket === -1 ? durationBounds.length : bucket;
};

/**
 * Counts in plain numbers, which are turned into metrics when they are scraped: the counters of prom-client would
 * build a string from all labels for each response.
 */
export const createResponseCounts = (): ResponseCounts => {
  const all: ResponseCount[] = [];
  const countersByRoute = new Map<string, CountResponse>();

  const createCounter = (route: string): CountResponse => {
    const counts: ResponseCount[] = [];
    const add = ({ method, status, cache }: CountedResponse): ResponseCount => {
      const buckets = Array.from({ length: durationBounds.length + 1 }, () => 0);
      const count = { labels: { method, route, status, cache }, buckets, seconds: 0, bytes: 0 };
      counts.push(count);
      all.push(count);
      return count;
    };
    return (response) => {
      const { method, status, cache, seconds, bytes } = response;
      // A route has only a handful of counts, so searching is faster than composing a key.
      const count =
        counts.find(({ labels }) => labels.status === status && labels.cache === cache && labels.method === method) ??
        add(response);
      const bucket = bucketOf(seconds);
      count.buckets[bucket] = (count.buckets[bucket] ?? 0) + 1;
      count.seconds += seconds;
      count.bytes += bytes;
    };
  };

  return {
    ofRoute: (route) => {
      const counter = countersByRoute.get(route) ?? createCounter(route);
      countersByRoute.set(route, counter);
      return counter;
    },
    all: () => all,
  };
};
