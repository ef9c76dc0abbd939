import { type FeedFormat, formatName } from '#contract/values/imports.ts';
import { RowProblem } from '../row-problem.ts';
import { detectFormat } from './detect-format.ts';
import { cellsOf } from './formats/csv/csv-cells.ts';

/** What a file looks like, as far as it matters for reading others in the same way. */
export interface FeedLook {
  format: FeedFormat;
  /** Without any letter beyond ASCII so far. */
  isAscii: boolean;
  /** Of CSV: the cells of its first line. */
  firstCells: string[];
}

const firstLine = /^[\ufeff\s]*([^\r\n]*)/;

const cellsOfFirstLine = (head: Buffer, { kind, encoding, delimiter = ',', quote = '"' }: FeedFormat): string[] => {
  if (kind !== 'csv') return [];
  const [, line = ''] = firstLine.exec(new TextDecoder(encoding).decode(head)) ?? [];
  const cells = cellsOf(line, { delimiter, quote });
  return cells instanceof RowProblem ? [] : cells.map((cell) => cell.trim());
};

/** Throws a ValidationError for what is certainly no feed. */
export const lookOf = (head: Buffer): FeedLook => {
  const format = detectFormat(head);
  return { format, isAscii: head.every((byte) => byte < 0x80), firstCells: cellsOfFirstLine(head, format) };
};

/** Whether there is nothing but words, such as a text about the feed. */
export const isProse = ({ format, firstCells }: FeedLook) => format.kind === 'csv' && firstCells.length === 1;

const isWide = (encoding: string) => encoding.startsWith('utf-16');

/** Texts in ASCII can be read in any encoding but those of two bytes. Others are guessed, so that two of them count as one. */
const hasEncoding = ({ format, isAscii }: FeedLook, encoding: string) => {
  if (format.encoding === encoding) return true;
  if (isWide(format.encoding) || isWide(encoding)) return false;
  return isAscii || (format.encoding === 'utf-8') === (encoding === 'utf-8');
};

/** Whether a file can be read as this format says. */
export const fits = (look: FeedLook, { kind, encoding, delimiter = ',' }: FeedFormat): boolean =>
  look.format.kind === kind &&
  hasEncoding(look, encoding) &&
  (kind !== 'csv' || isProse(look) || look.format.delimiter === delimiter);

/** A part without the heading of the first one has as many columns. */
const hasSameColumns = (first: FeedLook, other: FeedLook) =>
  other.format.hasHeader
    ? first.firstCells.join('\n') === other.firstCells.join('\n')
    : first.firstCells.length === other.firstCells.length;

/** Whether another file can be read as if it were the rest of the first. */
export const isAlike = (first: FeedLook, other: FeedLook): boolean =>
  fits(other, first.format) &&
  (first.format.kind === 'csv' ? hasSameColumns(first, other) : first.format.path === other.format.path);

/** “is CSV with the columns id, title and link” */
export const describeLook = ({ format, firstCells }: FeedLook): string => {
  const { kind, encoding, hasHeader, path } = format;
  const columns = hasHeader
    ? ` with the columns ${firstCells.join(', ').slice(0, 150)}`
    : ` with ${firstCells.length} columns`;
  const rows = path ? ` of ${path.slice(0, 50)}` : '';
  return `is ${formatName(format)}${kind === 'csv' ? columns : rows} in ${encoding.toUpperCase()}`;
};

/** The end of a line in its encoding. */
export const newlineOf = ({ format }: FeedLook): Uint8Array => {
  if (format.encoding === 'utf-16le') return Uint8Array.of(0x0a, 0);
  return format.encoding === 'utf-16be' ? Uint8Array.of(0, 0x0a) : Uint8Array.of(0x0a);
};
