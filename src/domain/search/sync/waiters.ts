export interface WaitOptions {
  /** Also wait for the current view counts. */
  views?: boolean;
  /** Also wait until the popular and most liked orders are sorted, which is slow in a large catalogue. Default: true. */
  orders?: boolean;
}

interface Waiter extends Required<WaitOptions> {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Callers that one round of updates serves together. */
export type Batch = readonly Waiter[];

/** Callers that wait until the index contains everything committed before their call. */
export interface Waiters {
  add: (options?: WaitOptions) => Promise<void>;
  /** Call at the start of a round: later callers may have committed something that this round misses. */
  takeAll: () => Batch;
  /** After a failed round, its callers wait for the next one. */
  requeue: (batch: Batch) => void;
  rejectAll: (error: Error) => void;
}

export const createWaiters = (): Waiters => {
  const waiting: Waiter[] = [];
  return {
    add: ({ views = false, orders = true } = {}) =>
      new Promise((resolve, reject) => {
        waiting.push({ views, orders, resolve, reject });
      }),
    takeAll: () => waiting.splice(0),
    requeue: (batch) => waiting.unshift(...batch),
    rejectAll: (error) => {
      for (const waiter of waiting.splice(0)) waiter.reject(error);
    },
  };
};
