import { dayMs } from '#domain/day.ts';

const hourMs = 3600 * 1000;

/** A day, and two hours in which the backup may be late. */
export const overdueMs = 26 * hourMs;

/** A failed backup is tried again after this time. */
export const retryMs = hourMs;

/** The last time that the clock showed this hour, in UTC. */
export const lastDueAt = (hour: number, now: Date): Date => {
  const today = new Date(now);
  today.setUTCHours(hour, 0, 0, 0);
  return today <= now ? today : new Date(today.getTime() - dayMs);
};

export interface Attempts {
  /** When the newest good backup, and the newest of all, began. */
  lastSuccessAt: Date | undefined;
  lastAttemptAt: Date | undefined;
}

/** When the next backup is due, which may be in the past. */
export const nextDueAt = (hour: number, now: Date, { lastSuccessAt, lastAttemptAt }: Attempts): Date => {
  const due = lastDueAt(hour, now);
  if (lastSuccessAt && lastSuccessAt >= due) return new Date(due.getTime() + dayMs);
  return lastAttemptAt && lastAttemptAt >= due ? new Date(lastAttemptAt.getTime() + retryMs) : due;
};
