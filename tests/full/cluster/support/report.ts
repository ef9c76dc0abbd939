/** What one fault did to the site. */
export interface FaultRow {
  fault: string;
  /** Writes and views. */
  acknowledged: number;
  lost: number;
  mayLose: number;
  pages: number;
  pageErrors: number;
  cutOff: number;
  noNode: number;
  writesAfterSeconds: number;
  allNodesAfterSeconds: number;
  differences: number;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

const headings = [
  'kill -9 of …',
  'acknowledged',
  'lost (target)',
  'pages',
  'errors (0)',
  'cut off',
  'no node',
  'writes again (≤ 15 s)',
  'through all nodes',
  'indexes agree (yes)',
];

const cellsOf = (row: FaultRow) => [
  row.fault,
  String(row.acknowledged),
  `${row.lost} (${row.mayLose === 0 ? '0' : `≤ ${row.mayLose}`})`,
  String(row.pages),
  String(row.pageErrors),
  String(row.cutOff),
  String(row.noNode),
  seconds(row.writesAfterSeconds),
  seconds(row.allNodesAfterSeconds),
  row.differences === 0 ? 'yes' : `no: ${row.differences}`,
];

/** A table for whoever runs the suite, each figure with its target. */
export const faultTable = (rows: readonly FaultRow[]): string => {
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map(
      (cells) =>
        `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`,
    )
    .join('\n');
};
