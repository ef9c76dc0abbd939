import type { Names, NameTerm } from './terms.ts';

/** All names by slug. */
export const alphabetically = (names: Names): NameTerm[] => {
  names.sorted ??= [...names.bySlug.keys()].sort().map((slug) => names.bySlug.get(slug) as NameTerm);
  return names.sorted;
};

const placesByNames = new WeakMap<readonly NameTerm[], Uint32Array>();

/** For each term id the alphabetical place of the name, counted from one: comparing numbers is faster than comparing slugs. */
export const alphabeticalPlaces = (names: Names): Uint32Array => {
  const sorted = alphabetically(names);
  const known = placesByNames.get(sorted);
  if (known) return known;
  const places = new Uint32Array(1 + sorted.reduce((max, { id }) => Math.max(max, id), -1));
  for (const [at, { id }] of sorted.entries()) places[id] = at + 1;
  placesByNames.set(sorted, places);
  return places;
};
