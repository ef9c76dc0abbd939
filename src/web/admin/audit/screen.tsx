import { auditActions, auditEntities, nobodysId } from '#contract/values/audit.ts';
import { actionLabel, entityNoun } from '#contract/values/audit-sentence.ts';
import { auditColumns } from '../kit/audit/audit-columns.tsx';
import { auditFilters, auditQueryOf } from '../kit/audit/audit-query.ts';
import { DayFilter } from '../kit/lists/day-filter.tsx';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { SearchField } from '../kit/lists/search-field.tsx';
import { loadAdmins } from '../kit/records/admin.ts';
import { loadAudit } from '../kit/records/audit-entry.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';

// On small screens two columns, each label above its field.
const filterStyle =
  'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&>label]:grid max-md:[&>label]:gap-1 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none';

const nothing = { entries: [], next: null };

/** The people to filter by; without them, the log can still be read. */
const loadPeople = async (adminId: string) => {
  const admins = await loadAdmins(adminId).catch(() => []);
  return new Map([...admins.map(({ id, username }) => [id, username] as const), [nobodysId, 'System and strangers']]);
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const admin = readAdmin();
  const isMainAdmin = admin?.role === 'main_admin';
  const query = auditQueryOf(url);
  const [list, people] = await Promise.all([
    loadWithFallback(loadAudit(query), nothing, 'Failed to fetch the audit log'),
    isMainAdmin ? loadPeople(admin._id) : new Map<string, string>(),
  ]);
  return { list, people, isMainAdmin, query };
};

export default function Audit({ loaderData: { list, people, isMainAdmin, query } }: Route.ComponentProps) {
  const { entries, next } = list.data;
  return (
    <>
      <ScreenHead title="Audit Log">
        <SearchField label="Search the audit log" />
        <ExportMenu list="audit" query={{ ...query, before: '' }} />
      </ScreenHead>
      {!isMainAdmin && (
        <p className="-mt-3 mb-4 text-muted">Your own changes. What others changed is in the history of each item.</p>
      )}
      <search className={filterStyle} aria-label="Filters">
        {isMainAdmin && (
          <FilterSelect
            name="person"
            label="Person"
            options={[...people.keys()]}
            labelOf={(id) => people.get(id) ?? id}
          />
        )}
        <FilterSelect name="action" label="Change" options={auditActions} labelOf={actionLabel} />
        <FilterSelect name="entity" label="Item" options={auditEntities} labelOf={entityNoun} />
        <DayFilter name="from" label="From" />
        <DayFilter name="to" label="To" />
      </search>
      <DataTable
        label="Audit log"
        columns={auditColumns(isMainAdmin)}
        rows={entries}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No changes found" filters={auditFilters(query)}>
            What admins change appears here.
          </Empty>
        }
      />
      <OlderLink next={next} label={query.search === '' ? 'Older' : 'Search older entries'} />
    </>
  );
}
