const minuteMs = 60_000;
const maxMinutes = 8 * 24 * 60;

/** One field of a schedule: any value, every so many, or one. */
const matches = (field: string, value: number): boolean => {
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  if (step !== undefined) return value % Number(step) === 0;
  return field === '*' || field.split(',').some((each) => Number(each) === value);
};

const isDue = (cron: string, time: Date) => {
  const [minute = '*', hour = '*'] = cron.split(' ');
  return matches(minute, time.getUTCMinutes()) && matches(hour, time.getUTCHours());
};

/** The next time after `now`, in UTC, of a schedule that depends on minute and hour alone. */
export const nextRunAt = (cron: string, now: Date): Date => {
  const next = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  for (let minutes = 0; minutes < maxMinutes; minutes++) {
    next.setTime(next.getTime() + minuteMs);
    if (isDue(cron, next)) return next;
  }
  throw new Error(`The schedule ${cron} is never due`);
};

const twoDigits = (text: string) => text.padStart(2, '0');

/** A schedule in words. */
export const describeSchedule = (cron: string): string => {
  const [minute = '*', hour = '*'] = cron.split(' ');
  if (hour !== '*') return `Daily at ${twoDigits(hour)}:${twoDigits(minute)} UTC`;
  if (minute === '*') return 'Every minute';
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  return step === undefined ? `Hourly at :${twoDigits(minute)}` : `Every ${step} minutes`;
};
