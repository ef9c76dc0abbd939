import { plural } from '../../components/format/plural.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { HashMatch } from './stay-down-list.ts';

interface MatchActions {
  onWithhold: (match: HashMatch) => void;
  onKeep: (match: HashMatch) => void;
}

/** Without the pictures: they may be what nobody should see. */
export const matchColumns = ({ onWithhold, onKeep }: MatchActions): Column<HashMatch>[] => [
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => (
      <bdi className="cell-text" title={row.original.titel}>
        {row.original.titel}
      </bdi>
    ),
  },
  shortenedColumn<HashMatch>({
    ...{ id: 'list', header: 'Hash list', className: 'max-w-52', phone: 'detail' },
    textOf: ({ listName }) => listName,
  }),
  {
    id: 'distance',
    header: 'Difference',
    meta: { className: 'whitespace-nowrap tabular-nums', phone: 'detail' },
    cell: ({ row: { original } }) => (original.distance === 0 ? 'None' : plural(original.distance, 'bit')),
  },
  { id: 'state', header: 'State', meta: { phone: 'detail' }, cell: ({ row }) => <Badge>{row.original.state}</Badge> },
  {
    id: 'found',
    header: 'Found',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => dayLabel(row.original.foundAt),
  },
  actionsColumn((match) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Keep ${match.titel}`} onClick={() => onKeep(match)}>
        Keep
      </RowButton>
      <RowButton danger label={`Withhold ${match.titel}`} onClick={() => onWithhold(match)}>
        Withhold
      </RowButton>
    </div>
  )),
];
