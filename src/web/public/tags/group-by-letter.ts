import { letterOf } from '#contract/values/slug.ts';
import type { Named } from '../../components/named.ts';

/** Names by their uppercase first letter, sorted. Names that differ only in case count once. */
export const groupByLetter = (names: Named[]) => {
  const unique = new Map(names.map((name) => [name.slug.toLowerCase(), name]));
  const sorted = [...unique.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return Object.entries(Object.groupBy(sorted, ({ slug }) => letterOf(slug)))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([letter, group]) => [letter, group ?? []] as const);
};
