import { plural } from '../../components/format/plural.ts';
import { type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { type FoundPostActions, foundPostColumns } from './found-post-columns.tsx';
import type { HashMatch } from './stay-down-list.ts';

/** Without the pictures: they may be what nobody should see. */
export const matchColumns = (actions: FoundPostActions<HashMatch>): Column<HashMatch>[] => [
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
    cell: ({ row: { original } }) => (original.distance === 0 ? 'Same picture' : plural(original.distance, 'bit')),
  },
  ...foundPostColumns(actions),
];
