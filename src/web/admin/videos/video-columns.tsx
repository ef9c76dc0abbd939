import { shortCount } from '../kit/format/counts.ts';
import type { Video } from '../kit/records/video.ts';
import { actionsColumn, type Column, categoryColumn } from '../kit/table/columns.tsx';
import { FirstNames } from '../kit/table/first-names.tsx';
import { PostPicture } from '../kit/table/post-picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import { ChangeActions, type ChangeHandlers } from './change-actions.tsx';
import { detailColumns, type VideoRow } from './detail-columns.tsx';
import type { PostDetails } from './post-list.ts';

interface Actions extends ChangeHandlers {
  onEdit: (video: Video) => void;
  onDelete: (video: Video) => void;
}

/** All columns that the table can have. */
export const videoColumns = (
  { onEdit, onDelete, ...changes }: Actions,
  details: ReadonlyMap<string, PostDetails>,
): Column<VideoRow>[] => [
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', phone: 'picture' },
    cell: ({ row }) => <PostPicture post={row.original.record} />,
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', phone: 'title', sort: 'title' },
    cell: ({ row: { original } }) => (
      <span className="block">
        <bdi className="cell-text" title={original.record.title}>
          {original.record.title}
        </bdi>
        {original.change?.state === 'failed' && (
          <span className="mt-1 block text-[13px] font-normal text-danger">Not saved: {original.change.message}</span>
        )}
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    meta: { className: 'text-muted tabular-nums', sort: 'number' },
    cell: ({ row: { original } }) => (original.record.version > 0 ? original.record.id : ''),
  },
  categoryColumn(({ record }) => record.category, 'category'),
  {
    id: 'performers',
    header: 'Stars',
    meta: { className: 'text-muted', sort: 'stars' },
    cell: ({ row }) => <FirstNames kind="performer" names={row.original.record.performers} />,
  },
  {
    id: 'minutes',
    header: 'Minutes',
    meta: { className: 'whitespace-nowrap tabular-nums', phone: 'detail', unit: 'min', sort: 'minutes' },
    cell: ({ row }) => row.original.record.minutes ?? <span data-unknown>N/A</span>,
  },
  {
    id: 'views',
    header: 'Views',
    meta: { className: 'tabular-nums', phone: 'detail', unit: 'views', sort: 'views' },
    cell: ({ row }) => shortCount(row.original.record.views),
  },
  ...detailColumns(details),
  actionsColumn(({ record, change }) =>
    change ? (
      <ChangeActions change={change} {...changes} />
    ) : (
      <RowActions
        name={record.title}
        history={{ entity: 'video', id: record.id }}
        onEdit={() => onEdit(record)}
        onDelete={() => onDelete(record)}
      />
    ),
  ),
];
