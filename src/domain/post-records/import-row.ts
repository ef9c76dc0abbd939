import { withoutFormulaGuard } from '#contract/values/formula-guard.ts';
import { limits } from '#contract/values/limits.ts';
import { invalidRecordDate, isRecordDate, recordLabels } from '#contract/values/record-parts.ts';
import { invalidText, tooLong } from '#contract/values/sentences.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import { ValidationError } from '#domain/errors.ts';

/** A row of an imported file. Blank cells keep what the post has. */
export interface ImportRow {
  /** In the file; the heading is row 1. */
  row: number;
  id: string;
  link: string;
  source: string;
  rightsHolder: string;
  consent: string;
  recordDate: string;
}

type Column = Exclude<keyof ImportRow, 'row'>;

/** Headings without case, blanks and punctuation. The export writes the first of each. */
const headings: Record<Column, string[]> = {
  id: ['id', 'number', 'post'],
  link: ['link', 'url', 'externallink'],
  source: ['source'],
  rightsHolder: ['rightsholder', 'recordscustodian', 'rightsholderorrecordscustodian'],
  consent: ['consent', 'consentstatement'],
  recordDate: ['date', 'recorddate', 'dateoftherecords'],
};
const columns = Object.keys(headings) as Column[];

/** The place of each column in a row; -1 for one that the file does not have. */
export const readHeading = (cells: readonly string[]): Record<Column, number> => {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const places = columns.map((column) => [column, names.findIndex((name) => headings[column].includes(name))]);
  const found = Object.fromEntries(places) as Record<Column, number>;
  if (found.id < 0 && found.link < 0)
    throw new ValidationError('The first row must name the columns, among them “Id” or “Link”.');
  if (found.source < 0 && found.rightsHolder < 0 && found.consent < 0 && found.recordDate < 0)
    throw new ValidationError(
      'The first row must name a column of records: “Source”, “Rights holder”, “Consent” or “Date”.',
    );
  return found;
};

export const readRow = (cells: readonly string[], places: Record<Column, number>, row: number): ImportRow => {
  const cellOf = (column: Column) => withoutFormulaGuard(cells[places[column]] ?? '').trim();
  const [id, link] = [cellOf('id').replace(/^#/, ''), cellOf('link')];
  const [source, rightsHolder, consent] = [cellOf('source'), cellOf('rightsHolder'), cellOf('consent')];
  return { row, id, link, source, rightsHolder, consent, recordDate: cellOf('recordDate') };
};

const isPlain = new RegExp(plainTextPattern, 'u');

/** What is wrong with a row by itself. */
export const problemOf = (row: ImportRow): string | undefined => {
  if (row.id === '' && row.link === '') return 'Enter the id or the link of a post.';
  if (row.id !== '' && !/^\d{1,15}$/.test(row.id)) return `“${row.id.slice(0, 40)}” is not the id of a post.`;
  for (const part of ['source', 'rightsHolder', 'consent'] as const) {
    if (row[part].length > limits.video[part])
      return tooLong(`The ${recordLabels[part].toLowerCase()}`, limits.video[part]);
    if (!isPlain.test(row[part])) return invalidText(recordLabels[part].toLowerCase());
  }
  return row.recordDate !== '' && !isRecordDate(row.recordDate) ? invalidRecordDate : undefined;
};
