/** The name of a column that has none, by its place from 0. */
export const columnName = (at: number) => `Column ${at + 1}`;

/** The names of a heading, each of them once: the second “tag” is “tag 2”. */
export const namesOfHeading = (cells: readonly string[]): string[] => {
  const names: string[] = [];
  const taken = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const given = cell.replace(at === 0 ? /^[\s#\ufeff]+/ : /^\s+/, '').trim() || columnName(at);
    let name = given;
    for (let n = 2; taken.has(name); n++) name = `${given} ${n}`;
    taken.add(name);
    names.push(name);
  }
  return names;
};
