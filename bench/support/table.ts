/** A measured figure and its target. */
export interface Row {
  name: string;
  figure: string;
  target: string;
  met: boolean;
}

/** Prints a row as soon as it is measured; the table comes at the end. */
export const report = (row: Row): Row => {
  console.error(`${row.met ? ' ' : '!'} ${row.name}: ${row.figure}`);
  return row;
};

/** Prints rows as a Markdown table for docs/performance.md. */
export const printTable = (rows: Row[]): void => {
  const cells = [
    ['measured', 'figure', 'target', 'met'],
    ...rows.map(({ name, figure, target, met }) => [name, figure, target, met ? 'yes' : 'NO']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [heading = [], ...body] = cells;
  console.log(
    [line(heading), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n'),
  );
};
