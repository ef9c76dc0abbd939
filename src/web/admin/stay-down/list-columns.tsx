import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { HashList } from './stay-down-list.ts';

/** Without `onDelete`, lists cannot be deleted. */
export const listColumns = (onDelete: ((list: HashList) => void) | undefined): Column<HashList>[] => [
  {
    id: 'name',
    header: 'Name',
    meta: { className: 'w-full font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="[overflow-wrap:anywhere]">{row.original.name}</bdi>,
  },
  {
    id: 'size',
    header: 'Hashes',
    meta: { className: 'tabular-nums md:text-right', phone: 'detail', unit: 'hashes' },
    cell: ({ row }) => fullCount(row.original.size),
  },
  {
    id: 'compared',
    header: 'Older posts',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => (row.original.isCompared ? 'Compared' : 'Being compared…'),
  },
  {
    id: 'created',
    header: 'Loaded',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) => `${dayLabel(original.createdAt)}, ${original.createdBy ?? 'command line'}`,
  },
  ...(onDelete
    ? [
        actionsColumn<HashList>((list) => (
          <RowButton danger label={`Delete ${list.name}`} onClick={() => onDelete(list)}>
            Delete
          </RowButton>
        )),
      ]
    : []),
];
