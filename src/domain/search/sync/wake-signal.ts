/** Ends a sleep early. A signal sent while nothing sleeps ends the next sleep at once, unless it is reset first. */
export interface WakeSignal {
  wake: () => void;
  /** Forgets earlier signals: the work that starts now covers them. */
  reset: () => void;
  sleep: (maxMs: number) => Promise<void>;
}

export const createWakeSignal = (): WakeSignal => {
  let signalled = false;
  let endSleep: (() => void) | undefined;
  return {
    wake: () => {
      signalled = true;
      endSleep?.();
    },
    reset: () => {
      signalled = false;
    },
    sleep: async (maxMs) => {
      if (signalled) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, maxMs);
      endSleep = resolve;
      await promise;
      clearTimeout(timer);
      endSleep = undefined;
    },
  };
};
