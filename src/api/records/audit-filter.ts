import type { AuditFilterFields } from '#contract/audit.ts';
import { nobodysId } from '#contract/values/audit.ts';
import { invalidTime } from '#contract/values/sentences.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import type { AuditFilter, AuditReader } from '#domain/audit/read-audit.ts';
import { ValidationError } from '#domain/errors.ts';
import { isMainAdmin, sessionOf } from '../http/actor.ts';

/** Leap seconds pass the contract's format check, but a Date cannot represent them. */
const dateOf = (field: string, text: string | undefined) => {
  if (!text) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ValidationError(invalidTime(field));
  return date;
};

const adminIdOf = (text: string | undefined) => {
  if (!text) return undefined;
  return text === nobodysId ? null : Number(text);
};

/** A filter of the audit log from the wire, as the domain knows it. */
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
