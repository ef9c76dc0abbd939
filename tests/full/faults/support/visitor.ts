import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Status of a page, requested on a new connection; 0 without an answer. */
export const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const signal = AbortSignal.timeout(10_000);
    get(url, { agent: false, localAddress: '127.0.0.2', signal }, (response) => {
      response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    }).on('error', () => resolve(0));
  });

const everyMs = 200;

/** Requests pages at a calm pace until it is stopped. */
export const startVisitor = (siteUrl: string) => {
  const paths = ['/', '/tags', '/api/tags', '/healthz'];
  const times: number[] = [];
  let failed = 0;
  let isStopped = false;
  const visiting = (async () => {
    for (let n = 0; !isStopped; n++) {
      const started = performance.now();
      if ((await statusOf(siteUrl + paths[n % paths.length])) === 200) times.push(performance.now() - started);
      else failed++;
      await pause(everyMs);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await visiting;
      const sorted = times.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      const figures = `a visitor's ${times.length} pages took ${median.toFixed(1)} ms (median), ${failed} failed`;
      return { failed, figures };
    },
  };
};
