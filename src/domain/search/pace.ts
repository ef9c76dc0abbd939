import { setImmediate } from 'node:timers/promises';

/** Long work awaits this between its steps, so that requests are answered meanwhile. */
export type Pace = () => Promise<void> | undefined;

const longestStretchMs = 12;

export const newPace = (): Pace => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < longestStretchMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
};
