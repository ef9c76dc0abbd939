/** Wakes one sleeper. A call while nobody sleeps is kept for the next. */
export interface Wake {
  call: () => void;
  sleep: (mostMs: number) => Promise<void>;
}

export const newWake = (): Wake => {
  let called = false;
  let rouse: (() => void) | undefined;
  return {
    call: () => {
      called = true;
      rouse?.();
    },
    sleep: async (mostMs) => {
      if (!called) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, mostMs);
        rouse = resolve;
        await promise;
        clearTimeout(timer);
        rouse = undefined;
      }
      called = false;
    },
  };
};
