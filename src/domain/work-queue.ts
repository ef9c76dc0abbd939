export interface WorkQueueOptions {
  maxConcurrent: number;
  maxWaiting: number;
  /** Creates the error that `run` rejects with when the queue is full. */
  refusal: () => Error;
}

export interface WorkQueue {
  /** Runs the work when its turn comes. Rejects immediately when too many are waiting. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Bounds the memory and CPU time of expensive work by limiting concurrency and queue length. */
export const createWorkQueue = ({ maxConcurrent, maxWaiting, refusal }: WorkQueueOptions): WorkQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < maxConcurrent) {
      running++;
      return;
    }
    if (waiting.length >= maxWaiting) throw refusal();
    // leave() hands over its slot, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
