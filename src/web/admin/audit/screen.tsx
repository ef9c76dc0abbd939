import {
  actionLabel,
  auditActions,
  auditEntities,
  entitiesOf,
  entityNoun,
  noAccountId,
} from '#contract/values/audit.ts';
import { type AuditQuery, auditColumns, loadAudit } from '../kit/audit-entries.tsx';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { DayFilter, FilterBar, FilterSelect, SearchField } from '../kit/lists/filters.tsx';
import { OlderLink } from '../kit/lists/pages.tsx';
import { loadAdmins } from '../kit/records/accounts.ts';
import { Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';

/** Parse URL parameters; invalid ones are ignored. */
const oneOf = (values: readonly string[], text: string | null) => values.find((value) => value === text) ?? '';
const idOf = (text: string | null) => (text !== null && /^\d{1,18}$/.test(text) ? text : '');

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a day in the viewer’s time zone, moved by `offset` days. */
const startOf = (day: string | null, offset: number) => {
  if (!day || !dayPattern.test(day)) return '';
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return '';
  start.setDate(start.getDate() + offset);
  return start.toISOString();
};

/** The query in a URL. `from` and `to` are inclusive days in the viewer’s time zone. */
const auditQueryOf = ({ searchParams }: URL): Required<Omit<AuditQuery, 'limit' | 'entityId'>> => ({
  before: idOf(searchParams.get('before')),
  adminId: idOf(searchParams.get('person')),
  action: oneOf(auditActions, searchParams.get('action')),
  entity: oneOf(auditEntities, searchParams.get('entity')),
  from: startOf(searchParams.get('from'), 0),
  to: startOf(searchParams.get('to'), 1),
  search: searchParams.get('search')?.trim() ?? '',
});

/** The names of the active filters. */
const auditFilters = ({ adminId, ...query }: ReturnType<typeof auditQueryOf>) => {
  const values = { ...query, person: adminId };
  return (['search', 'person', 'action', 'entity', 'from', 'to'] as const).filter((name) => values[name] !== '');
};

const noEntries = { entries: [], next: null };

/** People to filter by. If they cannot be loaded, the log still works. */
const loadPeople = async (adminId: string) => {
  const admins = await loadAdmins(adminId).catch(() => []);
  return new Map([
    ...admins.map(({ id, username }) => [id, username] as const),
    [noAccountId, 'System and failed sign-ins'],
  ]);
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const admin = readAdmin();
  const role = admin?.role ?? 'admin';
  const query = auditQueryOf(url);
  const [list, people] = await Promise.all([
    loadWithFallback(loadAudit(query), noEntries, 'Failed to fetch the audit log'),
    admin?.role === 'main_admin' ? loadPeople(admin._id) : new Map<string, string>(),
  ]);
  return { list, people, role, query };
};

export default function Audit({ loaderData: { list, people, role, query } }: Route.ComponentProps) {
  const isMainAdmin = role === 'main_admin';
  const { entries, next } = list.data;
  return (
    <>
      <ScreenHead title="Audit log">
        <SearchField label="Search the audit log" />
        <ExportMenu list="audit" query={{ ...query, before: '' }} />
      </ScreenHead>
      {!isMainAdmin && (
        <p className="-mt-3 mb-4 text-muted">
          These are your own changes. The history of each item that your role works on shows everyone’s changes.
        </p>
      )}
      <FilterBar>
        {isMainAdmin && (
          <FilterSelect
            name="person"
            label="Person"
            options={[...people.keys()]}
            labelOf={(id) => people.get(id) ?? id}
          />
        )}
        <FilterSelect name="action" label="Change" options={auditActions} labelOf={actionLabel} />
        <FilterSelect
          name="entity"
          label="Item"
          options={isMainAdmin ? auditEntities : entitiesOf(role)}
          labelOf={entityNoun}
        />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </FilterBar>
      <DataTable
        label="Audit log"
        columns={auditColumns(role)}
        rows={entries}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No changes found" filters={auditFilters(query)}>
            Changes by admins appear here.
          </Empty>
        }
      />
      <OlderLink next={next} label={query.search === '' ? 'Older' : 'Search older entries'} />
    </>
  );
}
