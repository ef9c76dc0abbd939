import type { AuditEntry as AuditEntryRecord } from '#contract/audit.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type AuditEntry = WithId<AuditEntryRecord>;

export interface AuditQuery {
  before?: string;
  limit?: number;
  adminId?: string;
  action?: string;
  entity?: string;
  entityId?: string;
  from?: string;
  to?: string;
  search?: string;
}

export const loadAudit = async (query: AuditQuery) => {
  const { entries, next } = await adminClient.getAudit({ query });
  return { entries: entries.map(withId), next };
};
