import type { Category } from '#contract/values/categories.ts';
import type { Age, Duration, Sort } from '#contract/values/narrowing.ts';

/** How a page sorts and narrows its list. Tags and performers are as they are written in URLs. */
export interface Narrowing {
  /** Undefined for the list's own order. */
  sort?: Sort | undefined;
  duration?: Duration | undefined;
  age?: Age | undefined;
  category?: Category | undefined;
  with: string[];
  without: string[];
}

/** Its query parameters, in one order: a list has one URL for each narrowing. */
export const queryOf = ({ sort, duration, age, category, ...names }: Narrowing): Record<string, string> => {
  const query = { sort, duration, age, category, with: names.with.join(), without: names.without.join() };
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])));
};

export const isNarrowed = (narrowing: Narrowing) => Object.keys(queryOf(narrowing)).length > 0;
