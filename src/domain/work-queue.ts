export interface WorkQueueOptions {
  maxConcurrent: number;
  maxWaiting: number;
  /** The error for those who come when too many are waiting. */
  refusal: () => Error;
}

export interface WorkQueue {
  /** Runs the work when its turn comes; rejects at once when too many are waiting. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Bounds the memory and processor time of expensive work, whoever asks for it and how often. */
export const createWorkQueue = ({ maxConcurrent, maxWaiting, refusal }: WorkQueueOptions): WorkQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < maxConcurrent) {
      running++;
      return;
    }
    if (waiting.length >= maxWaiting) throw refusal();
    // leave() hands its slot over, so `running` stays as it is.
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
