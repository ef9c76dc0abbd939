import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { cellListSeparator, type ExportFormat, withFormulaGuard } from '#contract/values/exports.ts';

/** Makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff';

const cell = (text: string) => `"${withFormulaGuard(text).replaceAll('"', '""')}"`;

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

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

/** The parts of a file as a stream: nothing is made ahead of what is read. */
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

/** Sends a file as it is made. A client that stops reading is cut off. */
export const sendFile = (
  reply: FastifyReply,
  { name, format, isCompressed = false }: SentFile,
  parts: AsyncIterable<string>,
) => {
  // In UTC, as everywhere.
  const day = new Date().toISOString().slice(0, 10);
  const ending = isCompressed ? `${format}.gz` : format;
  reply.header('content-type', isCompressed ? 'application/gzip' : contentTypes[format]);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${ending}"`);
  return fileStream(parts, { isCompressed });
};
