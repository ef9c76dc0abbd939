/** A measured figure and its target. */
export interface Row {
  name: string;
  /** Of questions that were never asked before, if they were also asked again. */
  figure: string;
  askedAgain?: string;
  target: string;
  met: boolean;
}

/** Prints a row as soon as it is measured; the table comes at the end. */
export const report = (row: Row): Row => {
  const again = row.askedAgain === undefined ? '' : `\n    asked again: ${row.askedAgain}`;
  console.error(`${row.met ? ' ' : '!'} ${row.name}: ${row.figure}${again}`);
  return row;
};

/** Lines of a Markdown table; the first row is its heading. */
export const markdownTable = (cells: string[][]): string => {
  const [heading = [], ...body] = cells;
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heading), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
};

const metText = ({ met }: Row) => (met ? 'yes' : 'NO');

/** Prints rows as Markdown for docs/performance.md: those that were asked both ways in a table of their own. */
export const printTable = (rows: Row[]): void => {
  const bothWays = rows.filter(({ askedAgain }) => askedAgain !== undefined);
  const others = rows.filter(({ askedAgain }) => askedAgain === undefined);
  const tables = [
    [
      ['measured', 'asked again', 'never asked', 'target', 'met'],
      ...bothWays.map((row) => [row.name, row.askedAgain ?? '', row.figure, row.target, metText(row)]),
    ],
    [['measured', 'figure', 'target', 'met'], ...others.map((row) => [row.name, row.figure, row.target, metText(row)])],
  ];
  console.log(
    tables
      .filter(({ length }) => length > 1)
      .map(markdownTable)
      .join('\n\n'),
  );
};
