import type { AuditEntry } from '#contract/audit.ts';

const nameKeys = ['title', 'titel', 'name', 'username', 'subject', 'siteName'];

/** What the changed thing is called, if it is called anything. */
const nameOf = ({ before, after }: AuditEntry) => {
  const record = after ?? before ?? {};
  const name = nameKeys.map((key) => record[key]).find((value) => typeof value === 'string');
  return typeof name === 'string' ? `“${name}”` : '';
};

/** 'update video 12 “Glass and rain”'. */
export const describeEntry = (entry: AuditEntry) =>
  [entry.action.replaceAll('_', ' '), entry.entity.replaceAll('_', ' '), entry.entityId, nameOf(entry)]
    .filter((part) => part !== '')
    .join(' ');
