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

/** Longer lists are cut before they are read: no name that exists is lost that way. */
const maxListLength = 1_000;

const namesIn = (parameters: URLSearchParams, name: string) => {
  const names = nameRefsIn(parameters.getAll(name).join(',').slice(0, maxListLength));
  const known = names.filter((each): each is NameRef => each !== undefined);
  return [...new Set(known.map(nameRefText))].sort();
};

const choiceIn = <Choice extends string>(parameters: URLSearchParams, name: string, choices: readonly Choice[]) =>
  choices.find((choice) => choice === parameters.get(name));

/** What a URL says about sorting and narrowing. Values that mean nothing are dropped. */
export const readNarrowing = (parameters: URLSearchParams, ownSort?: Sort): Narrowing => {
  // Only a search has a best match, which is its own order.
  const sort = choiceIn(
    parameters,
    'sort',
    sorts.filter((each) => each !== 'best'),
  );
  const wanted = namesIn(parameters, 'with').slice(0, maxNarrowingNames);
  return {
    sort: sort === ownSort ? undefined : sort,
    duration: choiceIn(parameters, 'duration', durations),
    age: choiceIn(parameters, 'age', ages),
    category: choiceIn(parameters, 'category', categories),
    with: wanted,
    without: namesIn(parameters, 'without').slice(0, maxNarrowingNames - wanted.length),
  };
};

/** The parameters of a call that lists videos. */
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
