import type { AuditEntry } from '#contract/audit.ts';
import { changedFields } from '#contract/values/audit-fields.ts';
import { auditText, entityNoun, nameInEntry } from '#contract/values/audit-sentence.ts';

/** Makes spreadsheets read UTF-8. */
const byteOrderMark = '\ufeff';

/** Spreadsheets run cells that begin with one of these as formulas; an apostrophe makes them text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

const cell = (text: string) => {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

const lineOf = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

export const auditCsvHead =
  byteOrderMark + lineOf(['When', 'Who', 'What', 'Kind', 'Id', 'Name', 'Changed', 'From IP address']);

const changesOf = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ label, before, after }) => `${label}: ${before === undefined ? '' : `${before} → `}${after ?? '(empty)'}`)
    .join('\n');

export const auditCsvLine = (entry: AuditEntry) =>
  lineOf([
    entry.at,
    entry.admin,
    auditText(entry),
    entityNoun(entry.entity),
    entry.entityId,
    nameInEntry(entry) ?? '',
    changesOf(entry),
    entry.ip ?? '',
  ]);
