import type { AuditEntry } from '#contract/audit.ts';
import { describeEntry } from '../audit/describe-entry.ts';
import { EntryDetails } from '../audit/entry-details.tsx';
import { momentLabel } from '../format/dates.ts';
import { Empty } from '../lists/empty.tsx';
import { FilterSelect } from '../lists/filter-select.tsx';
import { OlderLink } from '../lists/older-link.tsx';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { adminClient } from '../session/admin-client.ts';
import { loadOr } from '../session/failure.ts';
import type { Column } from '../table/columns.ts';
import { DataTable } from '../table/data-table.tsx';
import type { Route } from './+types/audit.ts';

const entities = ['video', 'star', 'network', 'channel', 'file_link', 'admin', 'session', 'mail', 'settings'];
const nothing = { success: true as const, entries: [], next: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) => {
  const query = { before: searchParams.get('before') ?? '', entity: searchParams.get('entity') ?? '' };
  return loadOr(adminClient.getAudit({ query }), nothing, 'Failed to fetch the audit log');
};

const columns: Column<AuditEntry>[] = [
  {
    id: 'at',
    header: 'When',
    meta: { className: 'text-muted whitespace-nowrap' },
    cell: ({ row }) => momentLabel(row.original.at),
  },
  { id: 'admin', header: 'Who', meta: { className: 'font-medium' }, cell: ({ row }) => row.original.admin },
  {
    id: 'what',
    header: 'What',
    meta: { className: '[overflow-wrap:anywhere]' },
    cell: ({ row }) => describeEntry(row.original),
  },
  { id: 'ip', header: 'From', meta: { className: 'text-muted' }, cell: ({ row }) => row.original.ip ?? '' },
  {
    id: 'details',
    header: 'Changed',
    meta: { cardHeading: true },
    cell: ({ row }) => <EntryDetails entry={row.original} />,
  },
];

export default function Audit({ loaderData: { data, problem } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Audit Log">
        <FilterSelect name="entity" label="Show" options={entities} />
      </ScreenHead>
      <Problem message={problem} />
      <DataTable
        label="Audit log"
        columns={columns}
        rows={data.entries}
        keyOf={({ _id }) => _id}
        empty={<Empty title="Nothing has changed yet" />}
      />
      <OlderLink next={data.next} />
    </>
  );
}
