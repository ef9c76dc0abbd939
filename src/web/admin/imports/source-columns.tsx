import { Link } from 'react-router';
import { fullCount } from '../kit/format/counts.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { ImportSource } from '../kit/records/import-source.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton, RowLink } from '../kit/table/row-actions.tsx';
import { scheduleLabel } from './source/schedules.ts';

interface Actions {
  /** Only for main admins. */
  onDelete: ((source: ImportSource) => void) | undefined;
}

export const sourceColumns = ({ onDelete }: Actions): Column<ImportSource>[] => [
  {
    id: 'name',
    header: 'Source',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={`/admin/import-sources/${original.id}`} className="hover:underline">
        <bdi>{original.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'posts',
    header: 'Posts',
    meta: { className: 'tabular-nums', phone: 'detail', unit: 'posts' },
    cell: ({ row }) => fullCount(row.original.posts),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => (
      <span className={original.everyMinutes === null ? 'text-muted' : ''}>
        {original.url === '' ? 'By upload' : scheduleLabel(original.everyMinutes)}
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last import',
    meta: { className: 'md:whitespace-nowrap' },
    cell: ({ row: { original } }) =>
      original.lastImport ? (
        <Link to={`/admin/imports/${original.lastImport._id}`} className="text-accent">
          {momentLabel(original.lastImport.createdAt)}
        </Link>
      ) : (
        <span className="text-muted">None yet</span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { className: 'max-w-[22rem]', phone: 'below' },
    cell: ({ row: { original } }) => {
      if (original.problem) return <span className="text-danger [overflow-wrap:anywhere]">{original.problem}</span>;
      if (original.nextFetchAt) return <span className="text-muted">Next at {momentLabel(original.nextFetchAt)}</span>;
      return Object.keys(original.mapping).length === 0 ? <Badge tone="accent">to be mapped</Badge> : null;
    },
  },
  actionsColumn((source) => (
    <div className="flex justify-end gap-2 xl:min-w-max">
      <RowLink label={`Imports of ${source.name}`} to={`/admin/imports?source=${source.id}`}>
        Imports
      </RowLink>
      <RowLink label={`Edit ${source.name}`} to={`/admin/import-sources/${source.id}`}>
        Edit
      </RowLink>
      {onDelete && (
        <RowButton label={`Delete ${source.name}`} danger onClick={() => onDelete(source)}>
          Delete
        </RowButton>
      )}
    </div>
  )),
];
