import type { FeedFormat } from '#contract/values/imports.ts';
import { looksLikeHeading } from '../../../mapping/recognise-columns.ts';
import { RowProblem } from '../../feed-row.ts';
import { lineEndOf } from '../split-lines.ts';
import { cellsOf } from './csv-cells.ts';
import { isDelimiterHint } from './csv-parser.ts';
import { createCsvSplitter } from './split-csv.ts';

const delimiters = ['\t', '|', ';', ',', '^', '~', '¦', '\u0001'];
const quotes = ['"', "'", ''] as const;

const sampleRows = 100;
const sampleBytes = 64 * 1024;

interface Reading {
  delimiter: string;
  quote: (typeof quotes)[number];
  rows: string[][];
  score: number;
}

const rowsOf = (head: Buffer, delimiter: string, quote: Reading['quote']): string[][] => {
  const rows: string[][] = [];
  const syntax = {
    delimiter: Buffer.from(delimiter),
    quote: quote === '' ? undefined : quote.charCodeAt(0),
    lineEnd: lineEndOf(head),
  };
  createCsvSplitter(syntax, sampleBytes).split(head, head.length < sampleBytes, ({ bytes, problem }) => {
    if (rows.length >= sampleRows || problem !== undefined) return;
    const text = bytes.toString('utf8').replace(/^[\ufeff\n]|\r$/g, '');
    const cells = cellsOf(text, { delimiter, quote });
    if (!(cells instanceof RowProblem) && !isDelimiterHint(text)) rows.push(cells);
  });
  return rows;
};

/** Rates a reading by how many rows have the same number of columns, and by that number. */
const scoreOf = (rows: readonly string[][]): number => {
  const counts = [...Map.groupBy(rows, (cells) => cells.length)].sort(([, a], [, b]) => b.length - a.length);
  const [columns = 1, agreeing = []] = counts[0] ?? [];
  return columns < 2 ? 0 : (agreeing.length / rows.length) * (1 - 1 / columns);
};

/**
 * Whether cells are really quoted, with a quote at both ends. A quoted cell that contains a delimiter or line break is
 * split here, so its quotes are in different parts.
 */
const isQuoteIn = (text: string, delimiter: string, quote: string): boolean => {
  if (quote === '') return true;
  const cells = text.split(/[\r\n]+/).flatMap((line) => line.split(delimiter).map((cell) => cell.trim()));
  const begins = cells.filter((cell) => cell.length > 1 && cell.startsWith(quote));
  const whole = begins.filter((cell) => cell.endsWith(quote)).length;
  const isEnd = (cell: string) => cell.endsWith(quote) && !cell.startsWith(quote);
  return quote === '"' ? whole > 0 || (begins.length > 0 && cells.some(isEnd)) : whole > cells.length / 4;
};

/** Guesses the delimiter, the quotes, and whether there is a heading, from text in UTF-8. */
export const detectCsv = (whole: Buffer): Pick<FeedFormat, 'kind' | 'delimiter' | 'quote' | 'hasHeader'> => {
  const head = whole.subarray(0, sampleBytes);
  const text = head.toString('utf8');
  const readings = delimiters
    .filter((delimiter) => text.includes(delimiter))
    .map((delimiter): Reading => {
      const quote = quotes.find((each) => isQuoteIn(text, delimiter, each)) ?? '';
      const rows = rowsOf(head, delimiter, quote);
      return { delimiter, quote, rows, score: scoreOf(rows) };
    })
    .sort((a, b) => b.score - a.score);
  const [best] = readings;
  const { delimiter, quote, rows } =
    best && best.score > 0 ? best : { delimiter: ',', quote: '"' as const, rows: rowsOf(head, ',', '"') };
  // Quotes may first occur after the head.
  const isCommon = delimiter === ',' || delimiter === ';';
  return { kind: 'csv', delimiter, quote: quote === '' && isCommon ? '"' : quote, hasHeader: looksLikeHeading(rows) };
};
