import type { AuditEntry } from '#contract/audit.ts';
import type { readAudit } from '#domain/audit/read-audit.ts';

type AuditRow = Awaited<ReturnType<typeof readAudit>>[number];

export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  _id: String(row.id),
  at: row.at.toISOString(),
  admin: row.admin,
  adminId: row.admin_id === null ? null : String(row.admin_id),
  ip: row.ip,
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id,
  before: row.before,
  after: row.after,
});
