/** Background work that runs once it is needed and its time has come. */
export interface Task {
  needed: boolean;
  /** By performance.now(), which doesn't jump when the machine's clock is set. */
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

/** How long to sleep until the next task is due, but never longer than the polling interval. */
export const msUntilNextTask = (schedule: Schedule, now: number, pollMs: number): number => {
  const needed = [schedule.views, schedule.orders, schedule.snapshot].filter((task) => task.needed);
  return Math.max(0, Math.min(now + pollMs, ...needed.map((task) => task.dueAt)) - now);
};
