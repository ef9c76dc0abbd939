import type { auditRoutes } from '#contract/audit.ts';
import { invalidTime } from '#contract/values/sentences.ts';
import { readAudit } from '#domain/audit/read-audit.ts';
import { ValidationError } from '#domain/errors.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toAuditEntry } from './records/audit-entry.ts';

const numberOf = (text: string | undefined) => (text ? Number(text) : undefined);

/** Leap seconds pass the contract's format check, but a Date cannot represent them. */
const dateOf = (field: string, text: string | undefined) => {
  if (!text) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ValidationError(invalidTime(field));
  return date;
};

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes> => ({
  getAudit: async ({ query }) => {
    const rows = await readAudit(db, {
      limit: query.limit,
      before: numberOf(query.before),
      adminId: numberOf(query.adminId),
      action: query.action || undefined,
      entity: query.entity || undefined,
      entityId: query.entityId || undefined,
      from: dateOf('from', query.from),
      to: dateOf('to', query.to),
    });
    const entries = rows.map(toAuditEntry);
    return { success: true, entries, next: rows.length < query.limit ? null : (entries.at(-1)?._id ?? null) };
  },
});
