interface WorkPoolOptions<Work> {
  /** So that a small piece of work need not wait for a large one. */
  maxConcurrent: number;
  /** Takes on a piece of work that nobody does, so that no other process does it as well. */
  take: () => Promise<Work | undefined>;
  /** Does it until it has ended or `signal` says to leave it to others. */
  run: (work: Work, signal: AbortSignal) => Promise<void>;
  /** Called with what `run` throws. */
  onError: (err: unknown, work: Work) => void;
}

export interface WorkPool {
  /** Takes on what is due, and does it in the background. */
  runDue: () => Promise<void>;
  /** Resolves when this process does nothing any more. */
  idle: () => Promise<void>;
  /** Leaves what this process does to another one, or to the next start. */
  stop: () => Promise<void>;
}

/** Does the work of a table: some pieces at a time, and the next one whenever one has ended. */
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
      // Whoever asks next finds what could not be taken on.
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

  // One after the other: two at once would take on too much, and one that gave way could miss what has just become due.
  const runDue = () => {
    const mine = filled.then(fill);
    filled = mine.catch(() => {});
    return mine;
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
