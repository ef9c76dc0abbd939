export type Value = string | number | boolean | Date | null;
export type Row = readonly Value[];

/** The rows of one COPY into a table. They are iterated once and streamed, never held in memory at the same time. */
export interface TableLoad {
  table: string;
  columns: string;
  /** The approximate number of rows, for the progress. */
  expected: number;
  rows: Iterable<Row>;
}

export interface Progress {
  step: string;
  /** From 0 to 1 over the whole load. */
  done: number;
}
export type OnProgress = (progress: Progress) => void;

const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const encode = (value: Value): string => {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(special, (character) => escapes[character] ?? character);
  return value instanceof Date ? value.toISOString() : String(value);
};

const chunkLength = 1 << 16;

/** The rows in COPY's text format, in chunks of about 64 KB. */
export function* copyText(rows: Iterable<Row>, onRows: (count: number) => void): Generator<string> {
  let chunk = '';
  let count = 0;
  for (const row of rows) {
    for (let n = 0; n < row.length; n++) chunk += (n > 0 ? '\t' : '') + encode(row[n] ?? null);
    chunk += '\n';
    count++;
    if (chunk.length >= chunkLength) {
      yield chunk;
      onRows(count);
      chunk = '';
      count = 0;
    }
  }
  if (chunk) yield chunk;
  onRows(count);
}
