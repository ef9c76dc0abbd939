/** What a waiting AVIF is for. */
interface Waiting {
  make: () => Promise<void>;
}

const maxWaiting = 1_000;

/**
 * AVIF takes several times as long to encode as WebP, which is served until it is there. One at a time, and only while no visitor
 * waits for a picture. What does not fit is asked for again with the next request.
 */
export const createAvifQueue = (isIdle: () => boolean) => {
  const waiting = new Map<string, Waiting>();
  let running: Promise<void> | undefined;
  let isClosed = false;

  const runAll = async () => {
    while (waiting.size > 0 && isIdle() && !isClosed) {
      const [key, { make }] = waiting.entries().next().value as [string, Waiting];
      // Its WebP stays, if this fails.
      await make().catch(() => {});
      waiting.delete(key);
    }
  };

  /** Goes on with what waits; called when visitors don't wait any more. */
  const resume = () => {
    if (running || isClosed) return;
    running = runAll().finally(() => {
      running = undefined;
      // One that came while the last one ended.
      if (waiting.size > 0 && isIdle()) resume();
    });
  };

  return {
    add: (key: string, make: Waiting['make']) => {
      if (waiting.size >= maxWaiting || waiting.has(key)) return;
      waiting.set(key, { make });
      resume();
    },
    resume,
    size: () => waiting.size,
    close: () => {
      isClosed = true;
      waiting.clear();
    },
  };
};
