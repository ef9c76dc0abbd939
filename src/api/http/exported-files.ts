import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { cellListSeparator, type ExportFormat, withFormulaGuard } from '#contract/values/exports.ts';

/** Makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff';

const cell = (text: string) => `"${withFormulaGuard(text).replaceAll('"', '""')}"`;

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** How to write the rows of a list to CSV and JSON Lines files. */
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

/** A list with the same fields in both formats. */
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

/** Yields the file in batches. The next batch is read once the previous one was consumed (backpressure). */
export async function* fileOf<Row>(
  { headings, cells, record }: ExportedList<Row>,
  format: ExportFormat,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const line = format === 'csv' ? (row: Row) => csvLine(cells(row)) : (row: Row) => `${JSON.stringify(record(row))}\n`;
  if (format === 'csv') yield byteOrderMark + csvLine([...headings]);
  for await (const rows of batches) yield rows.map(line).join('');
}

/** Streams the parts of a file, without producing ahead of the reader. */
export const fileStream = (parts: AsyncIterable<string>, { isCompressed }: { isCompressed: boolean }): Readable => {
  const file = Readable.from(parts, { objectMode: false });
  if (!isCompressed) return file;
  const gzip = createGzip();
  // Passes errors on to the reader, and closes the source when the reader disconnects.
  pipeline(file, gzip, () => {});
  return gzip;
};

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

interface SentFile {
  name: string;
  format: ExportFormat;
  isCompressed?: boolean;
}

/** Streams a file as it is produced. Clients that stop reading are disconnected. */
export const sendFile = (
  reply: FastifyReply,
  { name, format, isCompressed = false }: SentFile,
  parts: AsyncIterable<string>,
) => {
  const day = new Date().toISOString().slice(0, 10);
  const ending = isCompressed ? `${format}.gz` : format;
  reply.header('content-type', isCompressed ? 'application/gzip' : contentTypes[format]);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${ending}"`);
  return fileStream(parts, { isCompressed });
};
