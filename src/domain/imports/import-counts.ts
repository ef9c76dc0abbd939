import { type RowOutcome, rowOutcomes } from '#contract/values/imports.ts';

/** How many rows have each outcome. */
export type ImportCounts = Record<RowOutcome, number>;

export const noCounts = (): ImportCounts =>
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0])) as ImportCounts;

/** What the database has stored; outcomes that it lacks are 0. */
export const countsOf = (stored: object): ImportCounts => ({ ...noCounts(), ...stored });

export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts =>
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, one[outcome] + other[outcome]])) as ImportCounts;
