import { dayLabel, momentLabel, shortCount, siteOf } from '../kit/format.ts';
import type { RecordChange, RecordRow } from '../kit/records/use-record-editor.ts';
import type { Video, VideoDraft } from '../kit/records/video.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, categoryColumn, shortenedColumn } from '../kit/table/columns.tsx';
import { FirstNames, PostPicture } from '../kit/table/post-cells.tsx';
import { RowActions, RowButton } from '../kit/table/row-actions.tsx';
import type { PostDetails } from './post-list.ts';

export type VideoChange = RecordChange<Video, VideoDraft>;

interface ChangeHandlers {
  onRetry: (change: VideoChange) => void;
  onDiscard: (change: VideoChange) => void;
  onCompare: (change: VideoChange) => void;
  onEditDraft: (change: VideoChange) => void;
}

/** The actions of a row with an unsaved change. */
function ChangeActions(props: ChangeHandlers & { change: VideoChange }) {
  const { change, onRetry, onDiscard, onCompare, onEditDraft } = props;
  const { title } = change.draft;
  if (change.state === 'saving')
    return (
      <span data-always>
        <Badge tone="quiet">Saving...</Badge>
      </span>
    );
  return (
    <div data-always className="flex items-center justify-end gap-2 max-md:flex-wrap">
      <Badge tone="danger">Not saved</Badge>
      <RowButton label={`Edit ${title}`} onClick={() => onEditDraft(change)}>
        Edit
      </RowButton>
      {change.current ? (
        <RowButton label={`Compare both versions of ${title}`} onClick={() => onCompare(change)}>
          Compare
        </RowButton>
      ) : (
        <RowButton label={`Retry ${title}`} onClick={() => onRetry(change)}>
          Retry
        </RowButton>
      )}
      <RowButton label={`Discard ${title}`} danger onClick={() => onDiscard(change)}>
        Discard
      </RowButton>
    </div>
  );
}

type VideoRow = RecordRow<Video, VideoDraft>;

const numbers = 'tabular-nums whitespace-nowrap';

/** Details that are mostly hidden by default. */
const detailColumns = (details: ReadonlyMap<string, PostDetails>): Column<VideoRow>[] => {
  const detailsOf = ({ record }: VideoRow) => details.get(record.id);
  return [
    {
      id: 'clicks',
      header: 'Clicks out',
      className: numbers,
      phone: 'detail',
      unit: 'clicks',
      cell: (row) => shortCount(detailsOf(row)?.clicks ?? 0),
    },
    {
      id: 'tags',
      header: 'Tags',
      className: 'text-muted',
      sort: 'tags',
      cell: (row) => <FirstNames kind="tag" names={row.record.tags} />,
    },
    {
      id: 'added',
      header: 'Added',
      className: numbers,
      sort: 'added',
      cell: (row) => dayLabel(row.record.createdAt, ''),
    },
    {
      id: 'updated',
      header: 'Updated',
      className: numbers,
      sort: 'updated',
      cell: (row) => momentLabel(detailsOf(row)?.updatedAt, ''),
    },
    {
      id: 'publish',
      header: 'Publishes',
      className: numbers,
      sort: 'publish',
      cell: (row) => momentLabel(row.record.publishAt, ''),
    },
    {
      ...shortenedColumn<VideoRow>({
        id: 'partner',
        header: 'Network',
        className: 'max-w-40',
        textOf: (row) => detailsOf(row)?.partnerName ?? '',
      }),
      sort: 'partner',
    },
    {
      ...shortenedColumn<VideoRow>({
        id: 'host',
        header: 'Link',
        className: 'max-w-40',
        textOf: ({ record }) => siteOf(record.link),
      }),
      sort: 'host',
    },
    {
      ...shortenedColumn<VideoRow>({
        id: 'by',
        header: 'Added by',
        className: 'max-w-32',
        textOf: (row) => detailsOf(row)?.createdBy ?? '',
      }),
      sort: 'by',
    },
  ];
};

interface Actions extends ChangeHandlers {
  onEdit: (video: Video) => void;
  onDelete: (video: Video) => void;
}

/** All available columns. */
export const videoColumns = (
  { onEdit, onDelete, ...changes }: Actions,
  details: ReadonlyMap<string, PostDetails>,
): Column<VideoRow>[] => [
  {
    id: 'image',
    header: 'Image',
    className: 'md:w-px',
    phone: 'picture',
    cell: (row) => <PostPicture post={row.record} />,
  },
  {
    id: 'title',
    header: 'Title',
    className: 'font-medium',
    phone: 'title',
    sort: 'title',
    cell: (row) => (
      <span className="block">
        <bdi className="cell-text" title={row.record.title}>
          {row.record.title}
        </bdi>
        {row.change?.state === 'failed' && (
          <span className="mt-1 block text-[13px] font-normal text-danger">Not saved: {row.change.message}</span>
        )}
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    className: 'text-muted tabular-nums',
    sort: 'number',
    cell: (row) => (row.record.version > 0 ? row.record.id : ''),
  },
  categoryColumn(({ record }) => record.category, 'category'),
  {
    id: 'performers',
    header: 'Stars',
    className: 'text-muted',
    sort: 'stars',
    cell: (row) => <FirstNames kind="performer" names={row.record.performers} />,
  },
  {
    id: 'minutes',
    header: 'Minutes',
    className: 'whitespace-nowrap tabular-nums',
    phone: 'detail',
    unit: 'min',
    sort: 'minutes',
    cell: (row) => row.record.minutes ?? <span data-unknown>N/A</span>,
  },
  {
    id: 'views',
    header: 'Views',
    className: 'tabular-nums',
    phone: 'detail',
    unit: 'views',
    sort: 'views',
    cell: (row) => shortCount(row.record.views),
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
