/** What lists in one cell are separated by, those that stand for nothing else first. */
export const separators = ['|', ';', ','] as const;

/** The entries of a cell; without a given separator, that which the cell has. */
export const entriesOf = (cell: string, separator: string | undefined): string[] => {
  const used = separator || separators.find((each) => cell.includes(each)) || '\n';
  return cell
    .split(used)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
};

/** The URLs of a cell. Commas and semicolons occur in URLs, too: only those before another URL separate. */
export const urlsOf = (cell: string, separator: string | undefined): string[] =>
  (separator ? cell.split(separator) : cell.split(/[\s,;|]+(?=(?:https?:)?\/\/)/i))
    .map((url) => url.trim().replace(/[,;|]+$/, ''))
    .filter((url) => url !== '');
