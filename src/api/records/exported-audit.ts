import type { AuditEntry } from '#contract/audit.ts';
import { changedFields } from '#contract/values/audit-fields.ts';
import { auditText, entityNoun, nameInEntry } from '#contract/values/audit-sentence.ts';
import type { ExportedList } from '../http/exported-list.ts';

const whoIn = ({ admin, token }: AuditEntry) => (token === null ? admin : `${admin} (API token “${token}”)`);

const changesOf = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ label, before, after }) => `${label}: ${before === undefined ? '' : `${before} → `}${after ?? '(empty)'}`)
    .join('\n');

/** In sentences for people, and as they are stored for programs. */
export const auditFile: ExportedList<AuditEntry> = {
  headings: ['When', 'Who', 'What', 'Kind', 'Id', 'Name', 'Changed', 'From IP address'],
  cells: (entry) => [
    entry.at,
    whoIn(entry),
    auditText(entry),
    entityNoun(entry.entity),
    entry.entityId,
    nameInEntry(entry) ?? '',
    changesOf(entry),
    entry.ip ?? '',
  ],
  record: (entry) => entry,
};
