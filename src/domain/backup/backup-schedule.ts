import { defaultSettings } from '#contract/values/settings/defaults.ts';
import type { Db } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import { readSettings } from '#domain/settings.ts';

const hourMs = 3600 * 1000;

/** A day plus two hours of tolerance. */
export const overdueMs = 26 * hourMs;

/** When to retry a failed backup. */
export const retryMs = hourMs;

/** The last time that it was this hour in UTC. */
export const lastDueAt = (hour: number, now: Date): Date => {
  const today = new Date(now);
  today.setUTCHours(hour, 0, 0, 0);
  return today <= now ? today : new Date(today.getTime() - dayMs);
};

export interface Attempts {
  /** Start of the newest good backup. */
  lastSuccessAt: Date | undefined;
  /** Start of the newest backup, good or failed. */
  lastAttemptAt: Date | undefined;
}

/** The time of the next backup, which may be in the past. */
export const nextDueAt = (hour: number, now: Date, { lastSuccessAt, lastAttemptAt }: Attempts): Date => {
  const due = lastDueAt(hour, now);
  if (lastSuccessAt && lastSuccessAt >= due) return new Date(due.getTime() + dayMs);
  return lastAttemptAt && lastAttemptAt >= due ? new Date(lastAttemptAt.getTime() + retryMs) : due;
};

/** Number of days, weeks and months for which one backup each is kept. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** Protects the last nightly backups from being replaced by one made by hand after something went wrong. */
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

/** The newest backup of each period, for the last `count` periods with a backup. */
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
 * The good backups that may be removed. Only periods with a good backup count, so backups don't expire while no new
 * ones are made. The newest good one and those of the last 48 hours are always kept.
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
  /** Hour in UTC. Null if backups aren't scheduled. */
  hour: number | null;
}

export const readBackupSettings = async (db: Db): Promise<BackupSettings> => {
  const { backups } = (await readSettings(db)) as { backups?: BackupSettings };
  return backups ?? defaultSettings.backups;
};
