import { CsvError, parse } from 'csv-parse/sync';
import { withoutFormulaGuard } from '#contract/values/exports.ts';
import { RowProblem } from '../../../row-problem.ts';
import { unclosedQuote } from './split-csv.ts';

export interface CellSyntax {
  delimiter: string;
  /** Blank where quotes are ordinary characters. */
  quote: string;
}

/** A row is one record, whatever is in it. */
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

/** Spreadsheets double quotes, databases put a backslash before them, and others just leave them there. */
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

/** The cells of a row of CSV. */
export const cellsOf = (text: string, syntax: CellSyntax): string[] | RowProblem => {
  const hasQuotes = syntax.quote !== '' && text.includes(syntax.quote);
  const cells = hasQuotes ? quotedCells(text, syntax) : text.split(syntax.delimiter);
  return cells instanceof RowProblem ? cells : cells.map(withoutFormulaGuard);
};
