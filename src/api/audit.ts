import type { AuditEntry, AuditFilterFields, auditRoutes } from '#contract/audit.ts';
import { mayUse } from '#contract/values/accounts.ts';
import { noAccountId } from '#contract/values/audit.ts';
import { invalidTime } from '#contract/values/fields.ts';
import { recordParts } from '#contract/values/post-fields.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { type AuditFilter, type AuditReader, type AuditRow, isOfOneRecord, readAudit } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { sessionOf } from './http/caller.ts';

const recordFields: readonly string[] = recordParts;

const withoutRecords = (values: AuditRow['after']) =>
  values && Object.fromEntries(Object.entries(values).filter(([field]) => !recordFields.includes(field)));

/**
 * Shows IPs of other admins to main admins only. The records of posts are left out for those who may not export them all: a list of changes
 * would be such an export. The history of one post keeps them, as the post does.
 */
export const toAuditEntry = ({ adminId, role }: AuditReader, filter: AuditFilter) => {
  const showsRecords = isOfOneRecord(filter) || mayUse(role, 'identities');
  const shown = ({ entity }: AuditRow, values: AuditRow['after']) =>
    showsRecords || entity !== 'video' ? values : withoutRecords(values);
  return (row: AuditRow): AuditEntry => ({
    _id: String(row.id),
    at: row.at.toISOString(),
    admin: row.admin,
    adminId: row.admin_id === null ? null : String(row.admin_id),
    token: row.token,
    ip: role === 'main_admin' || row.admin_id === adminId ? row.ip : null,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    before: shown(row, row.before),
    after: shown(row, row.after),
  });
};

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
  role: sessionOf(call).role,
});

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes> => ({
  getAudit: async ({ query, ...call }) => {
    const reader = auditReaderOf(call);
    const page = { limit: query.limit, before: query.before ? Number(query.before) : undefined };
    const filter = fromAuditFilter(query);
    const { rows, next } = await readAudit(db, filter, reader, page);
    return {
      success: true,
      entries: rows.map(toAuditEntry(reader, filter)),
      next: next === null ? null : String(next),
    };
  },
});
