import { type FeedFormat, formatName } from '#contract/values/imports.ts';
import { detectFormat } from './detect-format.ts';
import { RowProblem } from './feed-row.ts';
import { cellsOf } from './formats/csv/csv-cells.ts';

/** The properties of a file that decide whether others can be read in the same way. */
export interface FeedLook {
  format: FeedFormat;
  /** True if the head is all ASCII. */
  isAscii: boolean;
  /** The cells of the first line of CSV. */
  firstCells: string[];
}

const firstLine = /^[\ufeff\s]*([^\r\n]*)/;

const cellsOfFirstLine = (head: Buffer, { kind, encoding, delimiter = ',', quote = '"' }: FeedFormat): string[] => {
  if (kind !== 'csv') return [];
  const [, line = ''] = firstLine.exec(new TextDecoder(encoding).decode(head)) ?? [];
  const cells = cellsOf(line, { delimiter, quote });
  return cells instanceof RowProblem ? [] : cells.map((cell) => cell.trim());
};

/** Throws a ValidationError if this certainly isn't a feed. */
export const lookOf = (head: Buffer): FeedLook => {
  const format = detectFormat(head);
  return { format, isAscii: head.every((byte) => byte < 0x80), firstCells: cellsOfFirstLine(head, format) };
};

/** Recognizes plain text without columns, such as a readme. */
export const isProse = ({ format, firstCells }: FeedLook) => format.kind === 'csv' && firstCells.length === 1;

const isWide = (encoding: string) => encoding.startsWith('utf-16');

/**
 * ASCII can be read in any encoding except UTF-16. Encodings other than UTF-8 are guesses, so they all count as the
 * same.
 */
const hasEncoding = ({ format, isAscii }: FeedLook, encoding: string) => {
  if (format.encoding === encoding) return true;
  if (isWide(format.encoding) || isWide(encoding)) return false;
  return isAscii || (format.encoding === 'utf-8') === (encoding === 'utf-8');
};

/** Whether a file can be read in this format. */
export const canBeReadAs = (look: FeedLook, { kind, encoding, delimiter = ',' }: FeedFormat): boolean =>
  look.format.kind === kind &&
  hasEncoding(look, encoding) &&
  (kind !== 'csv' || isProse(look) || look.format.delimiter === delimiter);

/** A file without a heading must have the same number of columns as the first one. */
const hasSameColumns = (first: FeedLook, other: FeedLook) =>
  other.format.hasHeader
    ? first.firstCells.join('\n') === other.firstCells.join('\n')
    : first.firstCells.length === other.firstCells.length;

/** Whether another file can be read as a continuation of the first. */
export const isAlike = (first: FeedLook, other: FeedLook): boolean =>
  canBeReadAs(other, first.format) &&
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

/** A line feed in the file's encoding. */
export const newlineOf = ({ format }: FeedLook): Uint8Array => {
  if (format.encoding === 'utf-16le') return Uint8Array.of(0x0a, 0);
  return format.encoding === 'utf-16be' ? Uint8Array.of(0, 0x0a) : Uint8Array.of(0x0a);
};

const isJson = ({ kind }: FeedFormat) => kind === 'json' || kind === 'jsonl';

/**
 * The detected format of a feed, if it differs from the one used. JSON and JSON Lines may be interchangeable, which
 * shows in whether rows were found. Throws a ValidationError if this certainly isn't a feed.
 */
export const otherFormatOf = (head: Buffer, used: FeedFormat, hasRows: boolean): FeedFormat | undefined => {
  const look = lookOf(head);
  if (canBeReadAs(look, used) || (hasRows && isJson(look.format) && isJson(used))) return undefined;
  return look.format;
};
