import { auditEntities } from '#contract/values/audit.ts';
import { describeEntry } from '../kit/format/audit-entry.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { OlderLink } from '../kit/lists/older-link.tsx';
import { type AuditEntry, loadAudit } from '../kit/records/audit-entry.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { EntryDetails } from './entry-details.tsx';

const nothing = { entries: [], next: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const query = { before: searchParams.get('before') ?? '', entity: searchParams.get('entity') ?? '' };
  return loadWithFallback(loadAudit(query), nothing, 'Failed to fetch the audit log');
};

const columns: Column<AuditEntry>[] = [
  {
    id: 'at',
    header: 'When',
    meta: { className: 'text-muted whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => momentLabel(row.original.at),
  },
  {
    id: 'admin',
    header: 'Who',
    meta: { className: 'font-medium', phone: 'detail' },
    cell: ({ row }) => row.original.admin,
  },
  {
    id: 'what',
    header: 'What',
    meta: { className: '[overflow-wrap:anywhere]', phone: 'title' },
    cell: ({ row }) => describeEntry(row.original),
  },
  { id: 'ip', header: 'From', meta: { className: 'text-muted' }, cell: ({ row }) => row.original.ip ?? '' },
  {
    id: 'details',
    header: 'Changed',
    meta: { phone: 'below' },
    cell: ({ row }) => <EntryDetails entry={row.original} />,
  },
];

export default function Audit({ loaderData: { data, problem } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Audit Log">
        <FilterSelect name="entity" label="Show" options={auditEntities} />
      </ScreenHead>
      <DataTable
        label="Audit log"
        columns={columns}
        rows={data.entries}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No changes found" />}
      />
      <OlderLink next={data.next} />
    </>
  );
}
