import { setImmediate } from 'node:timers/promises';

/** Long-running work awaits this between steps, so that requests are served in the meantime. */
export type YieldToEventLoop = () => Promise<void> | undefined;

const maxBlockingMs = 12;

export const createYieldToEventLoop = (): YieldToEventLoop => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxBlockingMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
};
