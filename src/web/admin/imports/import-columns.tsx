import { Link } from 'react-router';
import { momentLabel } from '../kit/format/dates.ts';
import type { Import } from '../kit/records/import.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { durationOf, stateLabel, stateTone } from './import-words.ts';
import { resultLabel } from './result-label.ts';

const resultOf = (each: Import) =>
  each.error ? (
    <span className="line-clamp-2 max-w-[24rem] text-danger [overflow-wrap:anywhere]">{each.error}</span>
  ) : (
    resultLabel(each)
  );

export const importColumns: Column<Import>[] = [
  {
    id: 'source',
    header: 'Source',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={`/admin/imports/${original.id}`} className="hover:underline">
        <bdi>{original.source.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'feed',
    header: 'Feed',
    cell: ({ row: { original } }) => (
      <bdi className="block max-w-[16rem] truncate text-muted" title={original.feed}>
        {original.feed || '—'}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => <Badge tone={stateTone(original.state)}>{stateLabel(original)}</Badge>,
  },
  {
    id: 'result',
    header: 'Result',
    meta: { className: 'tabular-nums', phone: 'below' },
    cell: ({ row: { original } }) => resultOf(original),
  },
  {
    id: 'who',
    header: 'Who',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => (
      <span className="md:block md:max-w-[10rem] md:truncate" title={original.admin}>
        {original.admin}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    meta: { className: 'md:whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => momentLabel(row.original.createdAt),
  },
  {
    id: 'duration',
    header: 'Took',
    meta: { className: 'whitespace-nowrap tabular-nums' },
    cell: ({ row }) => durationOf(row.original) ?? <span className="text-muted">—</span>,
  },
];
