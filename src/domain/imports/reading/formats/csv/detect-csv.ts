import type { FeedFormat } from '#contract/values/imports.ts';
import { looksLikeHeading } from '../../../mapping/recognise-columns.ts';
import { RowProblem } from '../../../row-problem.ts';
import { lineEndOf } from '../split-lines.ts';
import { cellsOf } from './csv-cells.ts';
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
    if (!(cells instanceof RowProblem) && !/^sep=.{0,2}$/i.test(text)) rows.push(cells);
  });
  return rows;
};

/** How well rows agree on having several columns. */
const scoreOf = (rows: readonly string[][]): number => {
  const counts = [...Map.groupBy(rows, (cells) => cells.length)].sort(([, a], [, b]) => b.length - a.length);
  const [columns = 1, agreeing = []] = counts[0] ?? [];
  return columns < 2 ? 0 : (agreeing.length / rows.length) * (1 - 1 / columns);
};

/** Whether the quote is really one: at both ends of cells. One with a delimiter or a line break in it comes in two parts. */
const isQuoteIn = (text: string, delimiter: string, quote: string): boolean => {
  if (quote === '') return true;
  const cells = text.split(/[\r\n]+/).flatMap((line) => line.split(delimiter).map((cell) => cell.trim()));
  const begins = cells.filter((cell) => cell.length > 1 && cell.startsWith(quote));
  const whole = begins.filter((cell) => cell.endsWith(quote)).length;
  const isEnd = (cell: string) => cell.endsWith(quote) && !cell.startsWith(quote);
  return quote === '"' ? whole > 0 || (begins.length > 0 && cells.some(isEnd)) : whole > cells.length / 4;
};

/** Guesses delimiter, quotes and whether there is a heading. `head` is in UTF-8. */
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
  // Quotes may come later in a file whose head needs none.
  const isCommon = delimiter === ',' || delimiter === ';';
  return { kind: 'csv', delimiter, quote: quote === '' && isCommon ? '"' : quote, hasHeader: looksLikeHeading(rows) };
};
