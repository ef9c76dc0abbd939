import type { Category } from '#contract/values/categories.ts';
import type { Age, Duration, Sort } from '#contract/values/lists.ts';
import type { Facets } from '#contract/videos.ts';

export interface Narrowing {
  /** Undefined for the list's default order. */
  sort?: Sort | undefined;
  duration?: Duration | undefined;
  age?: Age | undefined;
  category?: Category | undefined;
  /** Tags and performers, spelled as in URLs. */
  with: string[];
  without: string[];
}

/** The query parameters, always in the same order, so that each narrowing has one URL. */
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

export const sortLabels: Record<Sort, string> = {
  best: 'Best match',
  newest: 'Newest',
  popular: 'Most viewed',
  liked: 'Most liked',
  longest: 'Longest',
};

export const durationLabels: Record<Duration, string> = {
  short: 'Under 10 min',
  medium: '10 to 30 min',
  long: 'Over 30 min',
};

export const ageLabels: Record<Age, string> = {
  day: 'Past day',
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
};

/** The same words as in the navigation. */
export const categoryLabels: Record<Category, string> = {
  english: 'English',
  indian: 'Indian',
  hijabi: 'Muslim',
  viral: 'Viral',
};

interface Selected {
  label: string;
  /** The narrowing without this filter. */
  without: Narrowing;
}

const nameOf = (text: string, names: Facets['names'] | undefined) => names?.[text] ?? text;

type KnownNames = Pick<Facets, 'names' | 'unknownNames'>;

/** All selected filters, in the order of the URL's parameters. Names that the catalogue doesn't have are no filters. */
export const selectedOf = (
  narrowing: Narrowing,
  { names, unknownNames = {} }: Partial<KnownNames> = {},
): Selected[] => {
  const { sort, duration, age, category } = narrowing;
  const isKnown = (text: string) => !Object.hasOwn(unknownNames, text);
  const choices = [
    sort && { label: sortLabels[sort], without: { ...narrowing, sort: undefined } },
    duration && { label: durationLabels[duration], without: { ...narrowing, duration: undefined } },
    age && { label: ageLabels[age], without: { ...narrowing, age: undefined } },
    category && { label: categoryLabels[category], without: { ...narrowing, category: undefined } },
    ...narrowing.with.filter(isKnown).map((text) => ({
      label: `With ${nameOf(text, names)}`,
      without: { ...narrowing, with: narrowing.with.filter((other) => other !== text) },
    })),
    ...narrowing.without.filter(isKnown).map((text) => ({
      label: `Without ${nameOf(text, names)}`,
      without: { ...narrowing, without: narrowing.without.filter((other) => other !== text) },
    })),
  ];
  return choices.filter((choice) => choice !== undefined);
};

/** The narrowing with a name replaced by another, or by none. */
export const withNameReplaced = (narrowing: Narrowing, text: string, replacement?: string): Narrowing => {
  const replace = (names: string[]) =>
    [...new Set(names.flatMap((name) => (name === text ? (replacement ?? []) : name)))].sort();
  return { ...narrowing, with: replace(narrowing.with), without: replace(narrowing.without) };
};
