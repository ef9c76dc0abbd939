import { auditActions, auditEntities } from '#contract/values/audit.ts';
import type { AuditQuery } from '../records/audit-entry.ts';

/** Anything else in a URL counts as not given. */
const oneOf = (values: readonly string[], text: string | null) => values.find((value) => value === text) ?? '';
const idOf = (text: string | null) => (text !== null && /^\d{1,18}$/.test(text) ? text : '');

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in the viewer's time zone, `later` days after it. */
const startOf = (day: string | null, later: number) => {
  if (!day || !dayPattern.test(day)) return '';
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return '';
  start.setDate(start.getDate() + later);
  return start.toISOString();
};

/** What the URL of the audit log asks for. Its days are whole days of the viewer, both included. */
export const auditQueryOf = ({ searchParams }: URL): Required<Omit<AuditQuery, 'limit' | 'entityId'>> => ({
  before: idOf(searchParams.get('before')),
  adminId: idOf(searchParams.get('person')),
  action: oneOf(auditActions, searchParams.get('action')),
  entity: oneOf(auditEntities, searchParams.get('entity')),
  from: startOf(searchParams.get('from'), 0),
  to: startOf(searchParams.get('to'), 1),
  search: searchParams.get('search')?.trim() ?? '',
});

/** The parameters of the URL that narrow the log. */
export const auditFilters = ({ adminId, ...query }: ReturnType<typeof auditQueryOf>) => {
  const given = { ...query, person: adminId };
  return (['search', 'person', 'action', 'entity', 'from', 'to'] as const).filter((name) => given[name] !== '');
};
