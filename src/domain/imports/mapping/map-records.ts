import type { ImportRules } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import { invalidRecordDate, isRecordDate, type RecordPart, recordLabels } from '#contract/values/record-parts.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import type { Cells } from './cells.ts';
import { textProblem } from './checks.ts';
import { dateOf } from './values/dates.ts';

const dayOf = (text: string) => (isRecordDate(text) ? text : dateOf(text)?.toISOString().slice(0, 10));

/** The records of a row and, where it has none, those of the source. */
export const recordsOf = (
  columns: FeedColumns,
  cells: Cells,
  defaults: ImportRules['records'],
  fail: (reason: string) => void,
): Partial<Record<RecordPart, string>> => {
  const records: Partial<Record<RecordPart, string>> = {};
  for (const part of ['source', 'rightsHolder', 'consent'] as const) {
    const text = cells.text(columns, part).trim() || (defaults[part] ?? '');
    if (text === '') continue;
    const problem = textProblem(recordLabels[part].toLowerCase(), text, limits.video[part]);
    if (problem) fail(problem);
    records[part] = text;
  }
  const date = cells.text(columns, 'recordDate').trim() || (defaults.recordDate ?? '');
  if (date === '') return records;
  const day = dayOf(date);
  if (day === undefined) fail(invalidRecordDate);
  else records.recordDate = day;
  return records;
};
