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
  const query: Record<string, string> = {};
  if (sort) query.sort = sort;
  if (duration) query.duration = duration;
  if (age) query.age = age;
  if (category) query.category = category;
  if (names.with.length > 0) query.with = names.with.join();
  if (names.without.length > 0) query.without = names.without.join();
  return query;
};

export const isNarrowed = (narrowing: Narrowing) => Object.keys(queryOf(narrowing)).length > 0;
