import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { Import } from '../kit/records/import.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { durationOf, hasDroppedRows, sizeLabel, stateLabel, stateTone, undoneLabel } from './import-words.ts';

/** What was done or, before that, what the dry run says. */
const countsOf = ({ startedAt, counts, checkedCounts }: Import) => (startedAt ? counts : checkedCounts);

const resultOf = (each: Import) => {
  const { state, takenDown, totalRows, bytes, startedAt, error } = each;
  if (error) return <span className="line-clamp-2 max-w-[24rem] text-danger [overflow-wrap:anywhere]">{error}</span>;
  if (state === 'undone') return undoneLabel(each);
  const { new: added, changed, duplicate, refused, bad, heldBack } = countsOf(each);
  const isDropped = hasDroppedRows(each);
  const left = duplicate + refused + bad + (isDropped ? heldBack : 0);
  const parts = [
    added > 0 && `${fullCount(added)} ${startedAt ? 'added' : 'new'}`,
    changed > 0 && `${fullCount(changed)} changed`,
    takenDown > 0 && `${fullCount(takenDown)} taken down`,
    left > 0 && `${fullCount(left)} left out`,
    heldBack > 0 && !isDropped && `${fullCount(heldBack)} held back`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(' · ');
  return totalRows === null ? sizeLabel(bytes) : plural(totalRows, 'row');
};

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
