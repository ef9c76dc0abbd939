import { hash } from 'node:crypto';
import { type FeedColumns, RowProblem } from '../../feed-row.ts';
import type { CreateParser } from '../feed-parser.ts';
import { tooManyColumns } from '../messages.ts';
import { lineEndOf } from '../split-lines.ts';
import { columnName, namesOfHeading } from './column-names.ts';
import { cellsOf } from './csv-cells.ts';
import { createCsvSplitter } from './split-csv.ts';

/** How many rows of the head are used to determine the number of columns. */
const sampleRows = 500;
/** If a smaller share of them has the same number of columns, rows may have any number. */
const minAgreement = 0.9;
/** If at least this share has as many columns as the heading, that number is expected. */
const minHeadingAgreement = 0.2;

/** Recognizes the line with which Excel specifies the delimiter. */
export const isDelimiterHint = (text: string) => /^sep=.{0,2}$/i.test(text);

const textOf = (bytes: Buffer) => {
  // Remove what splitting leaves of CRLF.
  const text = bytes.toString('utf8').replace(/^\n|\r$/g, '');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
};

const mostFrequent = (numbers: readonly number[]): number | undefined => {
  const counts = Map.groupBy(numbers, (number) => number);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
};

export const createCsvParser: CreateParser = (format, head, limits) => {
  const { delimiter = ',', quote = '"' } = format;
  const lineEnd = lineEndOf(head);
  const syntax = { delimiter: Buffer.from(delimiter), quote: quote === '' ? undefined : quote.charCodeAt(0), lineEnd };
  const cells = (text: string) => cellsOf(text, { delimiter, quote });

  const sample: string[] = [];
  createCsvSplitter(syntax, limits.rowBytes).split(head, false, ({ bytes, problem }) => {
    const text = textOf(bytes);
    if (sample.length < sampleRows && problem === undefined && !isDelimiterHint(text)) sample.push(text);
  });
  if (sample.length === 0) sample.push(...textOf(head).split(String.fromCharCode(lineEnd), 1));
  const heading = format.hasHeader ? sample[0] : undefined;
  const headingBytes = Buffer.byteLength(heading ?? '');
  const headingCells = heading === undefined ? [] : cells(heading);
  const names = headingCells instanceof RowProblem ? [] : namesOfHeading(headingCells);
  const counts = sample.slice(heading === undefined ? 0 : 1).flatMap((text) => {
    const found = cells(text);
    return found instanceof RowProblem ? [] : found.length;
  });
  const share = (columns: number) => counts.filter((count) => count === columns).length / counts.length;
  const expected = share(names.length) >= minHeadingAgreement ? names.length : (mostFrequent(counts) ?? names.length);
  const isRagged = share(expected) < minAgreement;

  return {
    splitter: createCsvSplitter(syntax, limits.rowBytes),
    isRow: (bytes) => {
      // Avoid decoding most rows.
      const isLikeHeading = headingBytes > 0 && Math.abs(bytes.length - headingBytes) <= 4;
      if (!isLikeHeading && bytes.length > 10) return true;
      const text = textOf(bytes);
      return text !== heading && !isDelimiterHint(text);
    },
    ...(heading !== undefined && { headingHash: hash('md5', heading, 'buffer') }),
    parse: (bytes) => {
      const found = cells(textOf(bytes));
      if (found instanceof RowProblem) return found;
      if (found.length > limits.columns) return new RowProblem(tooManyColumns(limits.columns));
      while (found.length > expected && found.at(-1)?.trim() === '') found.pop();
      if (found.length !== expected && !isRagged)
        return new RowProblem(
          `The row has ${found.length} ${found.length === 1 ? 'column' : 'columns'}; the others have ${expected}.`,
        );
      const columns: FeedColumns = {};
      for (let at = 0; at < found.length; at++) columns[names[at] ?? columnName(at)] = found[at] as string;
      return columns;
    },
  };
};
