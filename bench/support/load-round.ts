import autocannon from 'autocannon';
import { processorTimeOf } from './processor-time.ts';
import type { BenchSite } from './site-of-size.ts';
import { percentile } from './steady-load.ts';

/** Figures of a round of requests. */
export interface Figures {
  /** Requests per second. */
  rate: number;
  p50: number;
  p99: number;
  /** Processor time per request of the site and its PostgreSQL. */
  processorMs: number;
  /** PostgreSQL's part of `processorMs`. */
  postgresMs: number;
}

export interface LoadOptions {
  connections?: number;
  headers?: Record<string, string>;
}

/** Requests each path once; all connections take paths from the same list. */
export const loadRound = async (
  site: BenchSite,
  paths: readonly string[],
  { connections = 16, headers = {} }: LoadOptions = {},
): Promise<Figures> => {
  let sent = 0;
  const times: number[] = [];
  let lastResponse = 0;
  const before = processorTimeOf(site);
  const started = performance.now();
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: site.url,
        connections: Math.min(connections, paths.length),
        amount: paths.length,
        // How often autocannon checks whether all responses have arrived.
        sampleInt: 10,
        requests: [{ setupRequest: (request) => ({ ...request, path: paths[sent++], headers }) }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    run.on('response', (_client, _status, _bytes, time) => {
      times.push(time);
      lastResponse = performance.now();
    });
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} of ${paths.length} requests were refused, ${errors} failed`);
  const after = processorTimeOf(site);
  const postgresMs = (after.postgresMs - before.postgresMs) / paths.length;
  return {
    rate: (1000 * paths.length) / (lastResponse - started),
    p50: percentile(0.5, times),
    p99: percentile(0.99, times),
    processorMs: (after.siteMs - before.siteMs) / paths.length + postgresMs,
    postgresMs,
  };
};

/** The best of each figure, because other load on the machine can only make them worse. */
export const bestOf = (rounds: readonly Figures[]): Figures => ({
  rate: Math.max(...rounds.map(({ rate }) => rate)),
  p50: Math.min(...rounds.map(({ p50 }) => p50)),
  p99: Math.min(...rounds.map(({ p99 }) => p99)),
  processorMs: Math.min(...rounds.map(({ processorMs }) => processorMs)),
  postgresMs: Math.min(...rounds.map(({ postgresMs }) => postgresMs)),
});
