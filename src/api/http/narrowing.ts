import { maxNarrowingNames, nameRefsIn } from '#contract/values/narrowing.ts';
import { ValidationError } from '#domain/errors.ts';
import type { Filter } from '#domain/search/catalogue-index.ts';

interface NarrowingQuery extends Record<'category' | 'with' | 'without', string> {
  duration: NonNullable<Filter['duration']> | '';
  age: NonNullable<Filter['age']> | '';
}

const namesIn = (list: string, parameter: string) => {
  const names = nameRefsIn(list);
  const known = names.filter((name) => name !== undefined);
  if (known.length === names.length) return known;
  throw new ValidationError(`${parameter} must be a comma-separated list of tags, or of performers as performer:name.`);
};

/** The filter of a query's narrowing parameters; an empty one is not given. */
export const narrowingOf = (query: NarrowingQuery): Filter => {
  const [wanted, unwanted] = [namesIn(query.with, 'with'), namesIn(query.without, 'without')];
  if (wanted.length + unwanted.length > maxNarrowingNames)
    throw new ValidationError(`with and without may have at most ${maxNarrowingNames} tags and performers in total.`);
  return {
    category: query.category || undefined,
    duration: query.duration || undefined,
    age: query.age || undefined,
    with: wanted,
    without: unwanted,
  };
};
