import { categories } from '#contract/values/categories.ts';
import {
  ages,
  durations,
  maxNarrowingNames,
  type NameRef,
  nameRefsIn,
  nameRefText,
  type Sort,
  sorts,
} from '#contract/values/lists.ts';
import type { Narrowing } from './narrowing.ts';

/** Longer lists are truncated before parsing. No existing names are lost: at most `maxNarrowingNames` are used. */
const maxListLength = 1_000;

const namesIn = (parameters: URLSearchParams, name: string) => {
  const names = nameRefsIn(parameters.getAll(name).join(',').slice(0, maxListLength));
  const known = names.filter((each): each is NameRef => each !== undefined);
  return [...new Set(known.map(nameRefText))].sort();
};

const choiceIn = <Choice extends string>(parameters: URLSearchParams, name: string, choices: readonly Choice[]) =>
  choices.find((choice) => choice === parameters.get(name));

/** The sort and filters in a URL. Invalid values are dropped. */
export const readNarrowing = (parameters: URLSearchParams, ownSort?: Sort): Narrowing => {
  // `best` is only ever the default order of a search, so it is never in a URL.
  const sort = choiceIn(
    parameters,
    'sort',
    sorts.filter((each) => each !== 'best'),
  );
  const included = namesIn(parameters, 'with').slice(0, maxNarrowingNames);
  return {
    sort: sort === ownSort ? undefined : sort,
    duration: choiceIn(parameters, 'duration', durations),
    age: choiceIn(parameters, 'age', ages),
    category: choiceIn(parameters, 'category', categories),
    with: included,
    without: namesIn(parameters, 'without').slice(0, maxNarrowingNames - included.length),
  };
};

/** Query parameters for API calls that list videos. */
export const listQuery = (page: number, { sort, duration, age, category, ...names }: Narrowing) => ({
  page,
  sort: sort ?? ('' as const),
  duration: duration ?? ('' as const),
  age: age ?? ('' as const),
  category: category ?? ('' as const),
  with: names.with.join(),
  without: names.without.join(),
  facets: true,
});
