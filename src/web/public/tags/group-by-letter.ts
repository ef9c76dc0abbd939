/** Names under their uppercase first letter, both in alphabetical order; the same name in another case counts once. */
export const groupByLetter = (names: string[]) => {
  const once = new Map(names.map((name) => [name.toLowerCase(), name]));
  const sorted = [...once.values()].toSorted((a, b) => a.localeCompare(b, 'en'));
  return Object.entries(Object.groupBy(sorted, (name) => name.charAt(0).toUpperCase()))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([letter, group]) => [letter, group ?? []] as const);
};
