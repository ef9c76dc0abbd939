import type { AuditEntry, AuditFilterFields, auditRoutes } from '#contract/audit.ts';
import { noAccountId } from '#contract/values/audit.ts';
import { invalidTime } from '#contract/values/fields.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { type AuditFilter, type AuditReader, type AuditRow, readAudit } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { isMainAdmin, sessionOf } from './http/caller.ts';

/** Hides the IPs of other admins, except from main admins. */
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

/** Leap seconds pass the contract's format check, but a Date cannot represent them. */
const dateOf = (field: string, text: string | undefined) => {
  if (!text) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ValidationError(invalidTime(field));
  return date;
};

const adminIdOf = (text: string | undefined) => {
  if (!text) return undefined;
  return text === noAccountId ? null : Number(text);
};

export const fromAuditFilter = (query: AuditFilterFields): AuditFilter => ({
  adminId: adminIdOf(query.adminId),
  action: query.action || undefined,
  entity: query.entity || undefined,
  entityId: query.entityId || undefined,
  from: dateOf('from', query.from),
  to: dateOf('to', query.to),
  search: query.search,
});

export const auditReaderOf = (call: { session: Session | undefined }): AuditReader => ({
  adminId: sessionOf(call).adminId,
  isMainAdmin: isMainAdmin(call),
});

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes> => ({
  getAudit: async ({ query, ...call }) => {
    const reader = auditReaderOf(call);
    const page = { limit: query.limit, before: query.before ? Number(query.before) : undefined };
    const { rows, next } = await readAudit(db, fromAuditFilter(query), reader, page);
    return { success: true, entries: rows.map(toAuditEntry(reader)), next: next === null ? null : String(next) };
  },
});
