import type { AuditEntry } from '#contract/audit.ts';
import type { AuditReader, AuditRow } from '#domain/audit/read-audit.ts';

/** Where other admins were is for main admins alone. */
export const toAuditEntry =
  ({ adminId, isMainAdmin }: AuditReader) =>
  (row: AuditRow): AuditEntry => ({
    _id: String(row.id),
    at: row.at.toISOString(),
    admin: row.admin,
    adminId: row.admin_id === null ? null : String(row.admin_id),
    token: row.token,
    ip: isMainAdmin || row.admin_id === adminId ? row.ip : null,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    before: row.before,
    after: row.after,
  });
