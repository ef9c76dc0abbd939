import { Readable } from 'node:stream';
import type { auditRoutes } from '#contract/audit.ts';
import type { Input } from '#contract/route.ts';
import { nobodysId } from '#contract/values/audit.ts';
import { invalidTime } from '#contract/values/sentences.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { everyEntry } from '#domain/audit/every-entry.ts';
import { type AuditFilter, type AuditReader, readAudit } from '#domain/audit/read-audit.ts';
import { ValidationError } from '#domain/errors.ts';
import { isMainAdmin, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { auditCsvHead, auditCsvLine } from './records/audit-csv.ts';
import { toAuditEntry } from './records/audit-entry.ts';

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

const filterOf = (query: Input<typeof auditRoutes.exportAudit>['query']): AuditFilter => ({
  adminId: adminIdOf(query.adminId),
  action: query.action || undefined,
  entity: query.entity || undefined,
  entityId: query.entityId || undefined,
  from: dateOf('from', query.from),
  to: dateOf('to', query.to),
  search: query.search,
});

const readerOf = (call: { session: Session | undefined }): AuditReader => ({
  adminId: sessionOf(call).adminId,
  isMainAdmin: isMainAdmin(call),
});

export const auditHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof auditRoutes> => ({
  getAudit: async ({ query, ...call }) => {
    const reader = readerOf(call);
    const page = { limit: query.limit, before: query.before ? Number(query.before) : undefined };
    const { rows, next } = await readAudit(db, filterOf(query), reader, page);
    return { success: true, entries: rows.map(toAuditEntry(reader)), next: next === null ? null : String(next) };
  },
  exportAudit: async ({ query, reply, ...call }) => {
    const reader = readerOf(call);
    const batches = everyEntry(db, filterOf(query), reader);
    const csv = async function* () {
      yield auditCsvHead;
      for await (const rows of batches) yield rows.map(toAuditEntry(reader)).map(auditCsvLine).join('');
    };
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
    return Readable.from(csv(), { objectMode: false });
  },
});
