import { CsvError, parse } from 'csv-parse/sync';
import { withoutFormulaGuard } from '#contract/values/exports.ts';
import { RowProblem } from '../../feed-row.ts';
import { unclosedQuote } from './split-csv.ts';

export interface CellSyntax {
  delimiter: string;
  /** Blank if quotes are ordinary characters. */
  quote: string;
}

/** Never occurs, so that csv-parse takes a row for one record. */
const recordDelimiter = '\u0000\n\u0000';

const parseQuoted = (text: string, { delimiter, quote }: CellSyntax, escapedBy: string, isStrict: boolean) => {
  const records: string[][] = parse(text, {
    delimiter,
    quote,
    escape: escapedBy,
    record_delimiter: recordDelimiter,
    relax_quotes: !isStrict,
    relax_column_count: true,
    trim: delimiter !== '\t',
  });
  return records[0] ?? [];
};

/** Tries the ways to escape quotes: doubled (spreadsheets), with a backslash (databases), or not at all. */
const quotedCells = (text: string, syntax: CellSyntax): string[] | RowProblem => {
  const { quote } = syntax;
  const ways = [
    { escapedBy: quote, isStrict: true },
    ...(text.includes(`\\${quote}`) ? [{ escapedBy: '\\', isStrict: true }] : []),
    { escapedBy: quote, isStrict: false },
  ];
  for (const { escapedBy, isStrict } of ways)
    try {
      return parseQuoted(text, syntax, escapedBy, isStrict);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  return new RowProblem(unclosedQuote);
};

export const cellsOf = (text: string, syntax: CellSyntax): string[] | RowProblem => {
  const hasQuotes = syntax.quote !== '' && text.includes(syntax.quote);
  const cells = hasQuotes ? quotedCells(text, syntax) : text.split(syntax.delimiter);
  return cells instanceof RowProblem ? cells : cells.map(withoutFormulaGuard);
};
