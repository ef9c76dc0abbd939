import { setImmediate } from 'node:timers/promises';

/** Long-running work awaits this between steps, so that requests are served in the meantime. */
export type YieldToEventLoop = () => Promise<void> | undefined;

const maxBlockingMs = 12;

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
