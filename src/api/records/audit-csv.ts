import type { AuditEntry } from '#contract/audit.ts';
import { changedFields } from '#contract/values/audit-fields.ts';
import { auditText, entityNoun, nameInEntry } from '#contract/values/audit-sentence.ts';
import { byteOrderMark, csvLine } from '../http/csv.ts';

export const auditCsvHead =
  byteOrderMark + csvLine(['When', 'Who', 'What', 'Kind', 'Id', 'Name', 'Changed', 'From IP address']);

const changesOf = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ label, before, after }) => `${label}: ${before === undefined ? '' : `${before} → `}${after ?? '(empty)'}`)
    .join('\n');

export const auditCsvLine = (entry: AuditEntry) =>
  csvLine([
    entry.at,
    entry.admin,
    auditText(entry),
    entityNoun(entry.entity),
    entry.entityId,
    nameInEntry(entry) ?? '',
    changesOf(entry),
    entry.ip ?? '',
  ]);
