import { setImmediate } from 'node:timers/promises';

/** Long-running work awaits this between steps, so that requests are served in the meantime. */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** A page that is rendered meanwhile asks for its parts one after the other, and waits for this each time. */
const maxBlockingMs = 5;

/** Loops over the catalogue yield after so many steps: about a millisecond. */
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
