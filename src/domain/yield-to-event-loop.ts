import { setImmediate } from 'node:timers/promises';

/** Long-running work awaits this between steps, so that requests are served in the meantime. */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** Short, because a page that is rendered meanwhile waits this long several times, once for each of its parts. */
const maxBlockingMs = 5;

/** The number of steps after which tight loops yield; they take about a millisecond. */
export const yieldEvery = 8_192;

/** Aborting the signal cancels the work at its next step. */
export const createYieldToEventLoop = (signal?: AbortSignal): YieldToEventLoop => {
  let since = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - since < maxBlockingMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
};
