import { dayMs } from '#domain/day.ts';

const sunday = 0;
const saturday = 6;

const isBusinessDay = (date: Date) => date.getUTCDay() !== sunday && date.getUTCDay() !== saturday;

/** Monday to Friday, in UTC. Public holidays differ from place to place and are not known. */
export const addBusinessDays = (start: Date, days: number): Date => {
  let date = start;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs);
    if (isBusinessDay(date)) left -= 1;
  }
  return date;
};
