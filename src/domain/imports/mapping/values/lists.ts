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

/** Without those at its end; not by a pattern, which takes long for many of them. */
const withoutSeparators = (url: string) => {
  let end = url.length;
  while (end > 0 && ',;|'.includes(url[end - 1] as string)) end--;
  return url.slice(0, end);
};

/** The URLs of a cell. Commas and semicolons occur in URLs, too: only those before another URL separate. */
export const urlsOf = (cell: string, separator: string | undefined): string[] =>
  (separator ? cell.split(separator) : cell.split(/(?<![\s,;|])[\s,;|]+(?=(?:https?:)?\/\/)/i))
    .map((url) => withoutSeparators(url.trim()))
    .filter((url) => url !== '');
