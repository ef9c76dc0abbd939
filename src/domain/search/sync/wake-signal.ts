/** Wakes one sleeper. A call while nobody sleeps is kept for the next, unless it is answered before. */
export interface WakeSignal {
  call: () => void;
  /** What is begun now answers every call so far. */
  answer: () => void;
  sleep: (mostMs: number) => Promise<void>;
}

export const createWakeSignal = (): WakeSignal => {
  let called = false;
  let rouse: (() => void) | undefined;
  return {
    call: () => {
      called = true;
      rouse?.();
    },
    answer: () => {
      called = false;
    },
    sleep: async (mostMs) => {
      if (called) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, mostMs);
      rouse = resolve;
      await promise;
      clearTimeout(timer);
      rouse = undefined;
    },
  };
};
