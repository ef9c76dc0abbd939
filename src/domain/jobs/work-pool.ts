interface WorkPoolOptions<Work> {
  /** More than one, so that small work needn't wait for large work. */
  maxConcurrent: number;
  /** Claims the next piece of work, so that no other process takes it. */
  take: () => Promise<Work | undefined>;
  /** Works until done, or until aborted to leave the rest to another process. */
  run: (work: Work, signal: AbortSignal) => Promise<void>;
  /** Called with errors thrown by `run`. */
  onError: (err: unknown, work: Work) => void;
}

export interface WorkPool {
  /** Takes due work and does it in the background. */
  runDue: () => Promise<void>;
  /** Resolves when no work is running. */
  idle: () => Promise<void>;
  /** Stops working, so that another process or the next start can continue. */
  stop: () => Promise<void>;
}

/** Works on several pieces of work concurrently, and takes the next one whenever one has ended. */
export const createWorkPool = <Work>({ maxConcurrent, take, run, onError }: WorkPoolOptions<Work>): WorkPool => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();
  let filled: Promise<void> = Promise.resolve();

  const begin = (work: Work) => {
    const done = run(work, signal)
      .catch((err: unknown) => onError(err, work))
      .finally(() => {
        running.delete(done);
        return runDue();
      })
      // The next call of runDue() retries what could not be taken.
      .catch(() => {});
    running.add(done);
  };

  const fill = async () => {
    while (running.size < maxConcurrent && !signal.aborted) {
      const work = await take();
      if (work === undefined) return;
      begin(work);
    }
  };

  // Calls are queued: running concurrently, they could exceed the limit, and skipping one could miss work that just
  // became due.
  const runDue = () => {
    const filling = filled.then(fill);
    filled = filling.catch(() => {});
    return filling;
  };

  const idle = async () => {
    for (let seen: typeof filled | undefined; seen !== filled || running.size > 0; ) {
      seen = filled;
      await seen;
      await Promise.all(running);
    }
  };

  return {
    runDue,
    idle,
    stop: async () => {
      stopped.abort(new Error('The site is stopping.'));
      await filled;
      await idle();
    },
  };
};
