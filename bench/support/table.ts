/** A measured figure and its target. */
export interface Row {
  name: string;
  /** For fresh requests, if there is also a figure for repeated ones. */
  figure: string;
  repeated?: string;
  target: string;
  met: boolean;
}

/** Prints a row as soon as it is measured; the table comes at the end. */
export const report = (row: Row): Row => {
  const repeated = row.repeated === undefined ? '' : `\n    repeated: ${row.repeated}`;
  console.error(`${row.met ? ' ' : '!'} ${row.name}: ${row.figure}${repeated}`);
  return row;
};

/** The first row is the heading. */
export const markdownTable = (cells: string[][]): string => {
  const [heading = [], ...body] = cells;
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heading), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
};

const metText = ({ met }: Row) => (met ? 'yes' : 'NO');

/** Prints rows as Markdown for docs/performance.md. Rows with a figure for repeated requests have their own table. */
export const printTable = (rows: Row[]): void => {
  const withRepeated = rows.filter(({ repeated }) => repeated !== undefined);
  const others = rows.filter(({ repeated }) => repeated === undefined);
  const tables = [
    [
      ['measured', 'repeated', 'fresh', 'target', 'met'],
      ...withRepeated.map((row) => [row.name, row.repeated ?? '', row.figure, row.target, metText(row)]),
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
