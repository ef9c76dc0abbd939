import type { auditRoutes } from '#contract/audit.ts';
import { readAudit } from '#domain/audit/read-audit.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { toAuditEntry } from './records/audit-entry.ts';
import { auditReaderOf, fromAuditFilter } from './records/audit-filter.ts';

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes> => ({
  getAudit: async ({ query, ...call }) => {
    const reader = auditReaderOf(call);
    const page = { limit: query.limit, before: query.before ? Number(query.before) : undefined };
    const { rows, next } = await readAudit(db, fromAuditFilter(query), reader, page);
    return { success: true, entries: rows.map(toAuditEntry(reader)), next: next === null ? null : String(next) };
  },
});
