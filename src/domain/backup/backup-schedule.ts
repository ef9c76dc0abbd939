import { defaultSettings } from '#contract/values/default-settings.ts';
import type { Db } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import { readSettings } from '#domain/settings.ts';

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

/** How many days, weeks and months keep one backup each. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Whoever has a backup made because something is wrong must not lose the good one of last night. */
const protectedMs = 48 * 3600 * 1000;

interface Kept {
  startedAt: Date;
  isGood: boolean;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const monthOf = (date: Date) => date.toISOString().slice(0, 7);

/** The Monday of the week, in UTC. */
const weekOf = (date: Date) => {
  const monday = new Date(date);
  monday.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return dayOf(monday);
};

/** The newest of each period, for the last `count` periods that have one. */
const newestPerPeriod = <T extends Kept>(newestFirst: T[], periodOf: (date: Date) => string, count: number): T[] => {
  const newest = new Map<string, T>();
  for (const backup of newestFirst) {
    const period = periodOf(backup.startedAt);
    if (newest.size === count && !newest.has(period)) break;
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()];
};

/**
 * The good backups that need not be kept. Only periods that have a good backup count, so that nothing is removed because time
 * has passed without one. The newest good one is always kept, and so are all that are younger than 48 hours.
 */
export const expiredBackups = <T extends Kept>(
  backups: readonly T[],
  { days, weeks, months }: Retention,
  now: Date,
): T[] => {
  const newestFirst = backups
    .filter(({ isGood }) => isGood)
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter(({ startedAt }) => now.getTime() - startedAt.getTime() < protectedMs),
    ...newestPerPeriod(newestFirst, dayOf, days),
    ...newestPerPeriod(newestFirst, weekOf, weeks),
    ...newestPerPeriod(newestFirst, monthOf, months),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
};

export interface BackupSettings extends Retention {
  /** In UTC; null if none are scheduled. */
  hour: number | null;
}

export const readBackupSettings = async (db: Db): Promise<BackupSettings> => {
  const { backups } = (await readSettings(db)) as { backups?: BackupSettings };
  return backups ?? defaultSettings.backups;
};
