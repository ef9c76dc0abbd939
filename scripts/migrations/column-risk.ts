import { referenceRisk } from './reference-risk.ts';
import { breaking, judged, type MigrationFacts, type Risk } from './risk.ts';

/** Evaluated once for all rows that exist; any other function is called for each, which rewrites the table. */
const constantDefault = /\bdefault (''|-?[\d.]+|true|false|null|now\(\)|current_timestamp|array\[)/;

/** Of `add column …`, to a table that older versions write to without naming the column. */
export const columnRisk = (action: string, facts: MigrationFacts): Risk | undefined => {
  const hasDefault = /\bdefault\b/.test(action);
  if (/\bgenerated\b/.test(action)) return judged('rewrites the table, which blocks everybody meanwhile');
  if (/\bnot null\b/.test(action) && !hasDefault) return breaking('adds a column that older versions leave null');
  if (/\b(unique|primary key)\b/.test(action)) return breaking('adds a column that older versions do not make unique');
  if (hasDefault && !constantDefault.test(action))
    return judged('has a default that may differ from row to row, which rewrites the table');
  return referenceRisk(action, facts)[0];
};
