import { formatBytes } from '#contract/values/format-bytes.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { durationLabel } from '../kit/format/durations.ts';
import type { SystemNode } from '../kit/records/system.ts';
import { StateMark } from '../kit/screen/state-mark.tsx';
import type { Column } from '../kit/table/columns.tsx';

export const nodeColumns: Column<SystemNode>[] = [
  {
    id: 'name',
    header: 'Node',
    meta: { className: 'font-medium [overflow-wrap:anywhere]', phone: 'title' },
    cell: ({ row }) => row.original.name,
  },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row }) => <StateMark state={row.original.check.state} />,
  },
  { id: 'version', header: 'Version', cell: ({ row }) => row.original.version },
  {
    id: 'startedAt',
    header: 'Running since',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => momentLabel(row.original.startedAt),
  },
  {
    id: 'lag',
    header: 'Index lag',
    meta: { className: 'tabular-nums whitespace-nowrap', phone: 'detail', unit: 'behind' },
    cell: ({ row: { original } }) =>
      original.indexLagSeconds === null ? 'Building' : durationLabel(original.indexLagSeconds * 1000),
  },
  {
    id: 'memory',
    header: 'Memory',
    meta: { className: 'tabular-nums whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => formatBytes(row.original.memoryBytes),
  },
];
