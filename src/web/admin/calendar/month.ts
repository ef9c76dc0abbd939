/** A month of the viewer's calendar: the days are days of their time zone. */
export interface Month {
  year: number;
  /** From 0. */
  index: number;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

const startOf = ({ year, index }: Month) => new Date(year, index, 1);

/** Anything but a month such as 2026-11 is the current one. */
export const parseMonth = (text: string | null, now = new Date()): Month => {
  const [, year, month] = /^([12]\d{3})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === undefined) return { year: now.getFullYear(), index: now.getMonth() };
  return { year: Number(year), index: Number(month) - 1 };
};

export const monthsLater = ({ year, index }: Month, months: number): Month => {
  const start = new Date(year, index + months, 1);
  return { year: start.getFullYear(), index: start.getMonth() };
};

export const monthKey = ({ year, index }: Month) => `${year}-${String(index + 1).padStart(2, '0')}`;

export const monthLabel = (month: Month) => monthName.format(startOf(month));

/** Whole weeks from Monday to Sunday, with the days of the months beside it. */
export const weeksOf = (month: Month): Date[][] => {
  const start = startOf(month);
  const monday = 1 - ((start.getDay() + 6) % 7);
  const weeks: Date[][] = [];
  for (let day = monday; ; day += 7) {
    const week = Array.from({ length: 7 }, (_, n) => new Date(month.year, month.index, day + n));
    if (weeks.length > 0 && (week[0] as Date).getMonth() !== month.index) return weeks;
    weeks.push(week);
  }
};

/** A day in the viewer's time zone, such as 2026-11-16. */
export const dayKey = (time: Date) =>
  `${monthKey({ year: time.getFullYear(), index: time.getMonth() })}-${String(time.getDate()).padStart(2, '0')}`;
