import type { auditRoutes } from '#contract/audit.ts';
import type { RouteName } from '#contract/routes.ts';
import { readAudit } from '#domain/audit/read-audit.ts';
import type { HandlersOf } from './call.ts';
import type { ApiContext } from './context.ts';

const numberOf = (text: string | undefined) => (text ? Number(text) : undefined);
const dateOf = (text: string | undefined) => (text ? new Date(text) : undefined);

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes & RouteName> => ({
  getAudit: async ({ query }) => {
    const rows = await readAudit(db, {
      limit: query.limit,
      before: numberOf(query.before),
      adminId: numberOf(query.adminId),
      action: query.action || undefined,
      entity: query.entity || undefined,
      entityId: query.entityId || undefined,
      from: dateOf(query.from),
      to: dateOf(query.to),
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
