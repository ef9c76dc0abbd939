/** Which searches a list of them shows. */
export const searchLogOutcomes = ['any', 'nothing'] as const;
export type SearchLogOutcome = (typeof searchLogOutcomes)[number];

/** Over how many days the back-office can look back. */
export const searchLogPeriods = [7, 30, 90] as const;

/** A search is readable once this many visitors have typed it on one day. */
export const minSearchVisitors = 3;
