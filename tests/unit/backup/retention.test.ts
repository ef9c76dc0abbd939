import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiredBackups, type Retention } from '#domain/backup/backup-schedule.ts';

interface Backup {
  startedAt: Date;
  isGood: boolean;
}

const hour = 3600 * 1000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 1);

const backupsWithin = (days: number) =>
  fc.uniqueArray(
    fc.record({
      startedAt: fc.integer({ min: 0, max: days * 24 }).map((hours) => new Date(start + hours * hour)),
      isGood: fc.boolean(),
    }),
    { selector: ({ startedAt }) => startedAt.getTime(), maxLength: 120 },
  );
const backups = backupsWithin(800);
const recentBackups = backupsWithin(8);
const retention = fc.record({
  days: fc.integer({ min: 0, max: 10 }),
  weeks: fc.integer({ min: 0, max: 6 }),
  months: fc.integer({ min: 0, max: 14 }),
});

/** Retention runs when a backup has been made. */
const nowOf = (all: Backup[]) => new Date(Math.max(start, ...all.map(({ startedAt }) => startedAt.getTime())));
const expiredOf = (all: Backup[], keep: Retention, now = nowOf(all)) => expiredBackups(all, keep, now);
const isRecent = ({ startedAt }: Backup, now: Date) => now.getTime() - startedAt.getTime() < 48 * hour;

const keptOf = (all: Backup[], keep: Retention, now = nowOf(all)) => {
  const expired = new Set(expiredOf(all, keep, now));
  return all.filter((one) => !expired.has(one));
};
const newestOf = (all: Backup[]) => all.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0];
const good = (all: Backup[]) => all.filter(({ isGood }) => isGood);
const dates = (all: Backup[]) => all.map(({ startedAt }) => startedAt.toISOString().slice(0, 10)).sort();

describe('retention', () => {
  it('never removes the newest good backup', () => {
    fc.assert(
      fc.property(backups, retention, (all, keep) => {
        const newest = newestOf(good(all));
        expect(expiredOf(all, keep)).not.toContain(newest);
      }),
    );
  });

  it('takes no notice of failed ones, and removes none', () => {
    fc.assert(
      fc.property(backups, retention, (all, keep) => {
        const now = nowOf(all);
        expect(expiredOf(all, keep, now)).toEqual(expiredOf(good(all), keep, now));
      }),
    );
  });

  it('never removes one that is younger than 48 hours', () => {
    fc.assert(
      fc.property(recentBackups, retention, (all, keep) => {
        const now = nowOf(all);
        expect(expiredOf(all, keep).filter((one) => isRecent(one, now))).toEqual([]);
      }),
    );
  });

  it('keeps no more than one older one for each day, week and month', () => {
    fc.assert(
      fc.property(backups, retention, (all, keep) => {
        const { days, weeks, months } = keep;
        const older = good(keptOf(all, keep)).filter((one) => !isRecent(one, nowOf(all)));
        expect(older.length).toBeLessThanOrEqual(Math.max(1, days + weeks + months));
      }),
    );
  });

  it('removes nothing more when it runs again', () => {
    fc.assert(
      fc.property(backups, retention, (all, keep) => {
        expect(expiredOf(keptOf(all, keep), keep, nowOf(all))).toEqual([]);
      }),
    );
  });

  it('keeps the same whether it runs after each backup or once at the end', () => {
    fc.assert(
      fc.property(fc.oneof(backups, recentBackups), retention, (all, keep) => {
        const inOrder = all.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
        let stepwise: Backup[] = [];
        for (const next of inOrder) stepwise = keptOf(stepwise.concat(next), keep, next.startedAt);
        expect(good(stepwise)).toEqual(good(keptOf(inOrder, keep)));
      }),
    );
  });

  it('keeps more with a longer retention', () => {
    fc.assert(
      fc.property(backups, retention, (all, keep) => {
        const longer = { days: keep.days + 1, weeks: keep.weeks + 1, months: keep.months + 1 };
        expect(keptOf(all, longer)).toEqual(expect.arrayContaining(keptOf(all, keep)));
      }),
    );
  });

  it('keeps 7 days, the Sundays of 4 weeks and the ends of 12 months of two years of nights', () => {
    const nights = Array.from({ length: 730 }, (_, n) => ({ startedAt: new Date(start + n * day), isGood: true }));
    const kept = keptOf(nights, { days: 7, weeks: 4, months: 12 });
    expect(dates(kept)).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30'],
      ...['2027-12-12', '2027-12-19'],
      ...['2027-12-25', '2027-12-26', '2027-12-27', '2027-12-28', '2027-12-29', '2027-12-30', '2027-12-31'],
    ]);
  });

  it('removes nothing because time has passed without backups', () => {
    const old = [0, 1, 2].map((n) => ({ startedAt: new Date(start + n * day), isGood: true }));
    const now = { startedAt: new Date(start + 700 * day), isGood: true };
    expect(expiredOf([...old, now], { days: 7, weeks: 0, months: 0 })).toEqual([]);
  });

  it('lets a requested backup replace that of the night only after two days', () => {
    const at = (hours: number) => ({ startedAt: new Date(start + hours * hour), isGood: true });
    const [night, noon, next, third] = [at(2), at(12), at(26), at(50)];
    const keep = { days: 7, weeks: 0, months: 0 };
    expect(expiredOf([night, noon], keep)).toEqual([]);
    expect(expiredOf([night, noon, next], keep)).toEqual([]);
    expect(expiredOf([night, noon, next, third], keep)).toEqual([night]);
  });
});
