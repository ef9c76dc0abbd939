import type { auditRoutes } from '#contract/audit.ts';
import { readAudit } from '#domain/audit/read-audit.ts';
import { ValidationError } from '#domain/errors.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

const numberOf = (text: string | undefined) => (text ? Number(text) : undefined);

/** A leap second has the format of a time, and is none that a Date can hold. */
const dateOf = (field: string, text: string | undefined) => {
  if (!text) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new ValidationError(`${field} must be a time such as 2026-01-31T12:00:00Z.`);
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
    const entries = rows.map((row) => ({
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
    }));
    return { success: true, entries, next: rows.length < query.limit ? null : (entries.at(-1)?._id ?? null) };
  },
});
