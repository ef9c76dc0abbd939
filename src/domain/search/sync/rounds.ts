/** Ends a sleep early. Waking while nothing sleeps ends the next sleep at once, unless it is reset first. */
export const createWakeSignal = () => {
  let signalled = false;
  let endSleep: (() => void) | undefined;
  return {
    wake: () => {
      signalled = true;
      endSleep?.();
    },
    /** Forgets earlier wake-ups, because the work that starts now covers them. */
    reset: () => {
      signalled = false;
    },
    sleep: async (maxMs: number) => {
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

export interface WaitOptions {
  /** Also wait for the current view counts. */
  views?: boolean;
  /** Also wait until the popular and most liked orders are sorted, which can be slow. Default: true. */
  orders?: boolean;
}

interface Waiter extends Required<WaitOptions> {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Callers that wait until the index contains everything committed before their call. */
export const createWaiters = () => {
  const waiting: Waiter[] = [];
  return {
    add: ({ views = false, orders = true }: WaitOptions = {}) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ views, orders, resolve, reject });
      }),
    /**
     * Call at the start of a round, which serves these callers. Later ones may have committed changes that it misses.
     */
    takeAll: (): readonly Waiter[] => waiting.splice(0),
    /** Call after a failed round, so that its callers wait for the next one. */
    requeue: (batch: readonly Waiter[]) => waiting.unshift(...batch),
    rejectAll: (error: Error) => {
      for (const waiter of waiting.splice(0)) waiter.reject(error);
    },
  };
};

/** Measures how long an announced change has been missing from the index. */
export const createLag = () => {
  /** When the changes of this round, or of a failed one, were announced. */
  let since: number | undefined = performance.now();
  /** When the first change after the start of the round was announced. */
  let sinceNext: number | undefined;
  return {
    /** Call when a change was announced or announcements may be lost. */
    fallBehind: () => {
      sinceNext ??= performance.now();
    },
    /** Call before changes are read. Changes announced later may not be among them. */
    startRound: () => {
      since ??= sinceNext ?? performance.now();
      sinceNext = undefined;
    },
    /** Call once the changes are applied, but not if the round failed. */
    endRound: () => {
      since = undefined;
    },
    seconds: () => {
      const behindSince = since ?? sinceNext;
      return behindSince === undefined ? 0 : (performance.now() - behindSince) / 1000;
    },
  };
};

/** Background work that runs once it is needed and due. */
interface Task {
  needed: boolean;
  /** In terms of performance.now(), which doesn't jump when the machine's clock is set. */
  dueAt: number;
}

export interface Schedule {
  /** Reading view counts. Always needed, because the change log doesn't contain views. */
  views: Task;
  /** Sorting the popular and most liked orders. */
  orders: Task;
  /** Writing the snapshot file. */
  snapshot: Task;
}

export const isDue = (task: Task, now: number): boolean => task.needed && now >= task.dueAt;

/** Time until the next task is due, at most the polling interval. */
export const msUntilNextTask = (schedule: Schedule, now: number, pollMs: number): number => {
  const needed = [schedule.views, schedule.orders, schedule.snapshot].filter((task) => task.needed);
  return Math.max(0, Math.min(now + pollMs, ...needed.map((task) => task.dueAt)) - now);
};
