import type { AuditEntry as AuditEntryRecord } from '#contract/audit.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type AuditEntry = WithId<AuditEntryRecord>;

export const loadAudit = async (query: { before?: string; entity?: string; limit?: number }) => {
  const { entries, next } = await adminClient.getAudit({ query });
  return { entries: entries.map(withId), next };
};

/** Fields that name a record, as the audit log spells them. */
const nameFields = ['list', 'title', 'name', 'username', 'subject', 'text', 'words'];

export const nameInEntry = ({ before, after }: AuditEntry) => {
  const record = after ?? before ?? {};
  const name = nameFields
    .map((field) => record[field])
    .find((value) => typeof value === 'string' || Array.isArray(value));
  return Array.isArray(name) ? name.join(' = ') : name;
};
