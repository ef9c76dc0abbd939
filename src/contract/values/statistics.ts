/** The days that the dashboard can show. */
export const dashboardRanges = [7, 30, 90, 365] as const;
export const defaultDashboardRange = 30;

export const resultKinds = ['partner', 'source'] as const;
export type ResultKind = (typeof resultKinds)[number];

export const searchLogOutcomes = ['any', 'nothing'] as const;
export type SearchLogOutcome = (typeof searchLogOutcomes)[number];

/** The periods of the search log, in days. */
export const searchLogPeriods = [7, 30, 90] as const;

/** Searches become readable once visitors in this many wide networks have made them on one day (k-anonymity). */
export const minSearchVisitors = 3;
/** Or this many visitors of fewer wide networks: one person can have a few addresses of a provider. */
export const minSearchVisitorsNearby = 10;

export const monthPattern = '^20\\d{2}-(0[1-9]|1[0-2])$';
export const dayPattern = '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';
export const maxPeriodYears = 10;

const monthRegExp = new RegExp(monthPattern);

/** The first and last month of a period, or its first and last day. */
export interface Period {
  from: string;
  to: string;
}

/** Months since the year 0. */
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthOf = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** Whether a period is at most ten years and doesn't end before it begins. */
export const isPeriod = ({ from, to }: Period) =>
  from <= to && monthNumber(to) - monthNumber(from) < maxPeriodYears * 12;

export const isPeriodOfMonths = ({ from, to }: Period) =>
  monthRegExp.test(from) && monthRegExp.test(to) && isPeriod({ from, to });

/** This month and the eleven before it. */
export const lastTwelveMonths = (now: Date): Period => {
  const to = now.toISOString().slice(0, 7);
  return { from: monthOf(monthNumber(to) - 11), to };
};

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Converts months to days: the first day of the first month to the last day of the last month. */
export const daysOf = ({ from, to }: Period): Period => ({
  from: `${from}-01`,
  to: isoDay(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5)), 0)),
});

/** Whether the day exists: 31 February does not. */
export const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && isoDay(time) === day;
};
