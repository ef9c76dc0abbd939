/** The name of an unnamed column, by its index. */
export const columnName = (at: number) => `Column ${at + 1}`;

/** The column names of a heading, made unique: the second “tag” becomes “tag 2”. */
export const namesOfHeading = (cells: readonly string[]): string[] => {
  const names: string[] = [];
  const taken = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const base = cell.replace(at === 0 ? /^[\s#\ufeff]+/ : /^\s+/, '').trim() || columnName(at);
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base} ${n}`;
    taken.add(name);
    names.push(name);
  }
  return names;
};
