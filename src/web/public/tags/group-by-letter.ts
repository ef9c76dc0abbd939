/** Names by their uppercase first letter, sorted. Names that differ only in case count once. */
export const groupByLetter = (names: string[]) => {
  const unique = new Map(names.map((name) => [name.toLowerCase(), name]));
  const sorted = [...unique.values()].toSorted((a, b) => a.localeCompare(b, 'en'));
  return Object.entries(Object.groupBy(sorted, (name) => name.charAt(0).toUpperCase()))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([letter, group]) => [letter, group ?? []] as const);
};
