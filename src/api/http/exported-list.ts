import { cellListSeparator, type ExportFormat } from '#contract/values/export-formats.ts';
import { byteOrderMark, csvLine } from './csv.ts';

/** What a list looks like in a file. */
export interface ExportedList<Row> {
  /** The first line of a CSV file. */
  headings: readonly string[];
  cells: (row: Row) => string[];
  /** A line of a JSON Lines file. */
  record: (row: Row) => object;
}

type Value = string | number | boolean | null | readonly string[];

const cellOf = (value: Value) => {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(cellListSeparator) : String(value);
};

/** A list whose two forms have the same fields. */
export const exportedList = <Row, const Field extends string>(
  fields: readonly Field[],
  toRecord: (row: Row) => Record<Field, Value>,
): ExportedList<Row> => ({
  headings: fields,
  cells: (row) => {
    const record = toRecord(row);
    return fields.map((field) => cellOf(record[field]));
  },
  record: toRecord,
});

/** The file, a batch at a time: the next one is read when the previous one has been taken. */
export async function* fileOf<Row>(
  { headings, cells, record }: ExportedList<Row>,
  format: ExportFormat,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const line = format === 'csv' ? (row: Row) => csvLine(cells(row)) : (row: Row) => `${JSON.stringify(record(row))}\n`;
  if (format === 'csv') yield byteOrderMark + csvLine([...headings]);
  for await (const rows of batches) yield rows.map(line).join('');
}
