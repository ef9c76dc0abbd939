import { setImmediate } from 'node:timers/promises';

/** Long work awaits this between its steps, so that requests are answered meanwhile. */
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
