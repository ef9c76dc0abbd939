import { shortCount } from '../kit/format/counts.ts';
import type { RecordRow } from '../kit/records/record-changes.ts';
import type { Video, VideoDraft } from '../kit/records/video.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.ts';
import { FirstNames } from '../kit/table/first-names.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import { ChangeActions, type ChangeHandlers } from './change-actions.tsx';

interface Actions extends ChangeHandlers {
  onEdit: (video: Video) => void;
  onDelete: (video: Video) => void;
}

type VideoRow = RecordRow<Video, VideoDraft>;

export const videoColumns = ({ onEdit, onDelete, ...changes }: Actions): Column<VideoRow>[] => [
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', cardHeading: true },
    cell: ({ row: { original } }) => {
      const { imageUrl, altKeywords, title } = original.record;
      return (
        <Picture
          src={imageUrl}
          alt={altKeywords || title}
          className="h-[45px] w-20 rounded-lg max-md:h-auto max-md:aspect-video max-md:w-full"
        />
      );
    },
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', cardHeading: true },
    cell: ({ row: { original } }) => (
      <span className="block [overflow-wrap:anywhere]">
        {original.record.title}
        {original.change?.state === 'failed' && (
          <span className="mt-1 block text-[13px] font-normal text-danger">Not saved: {original.change.message}</span>
        )}
      </span>
    ),
  },
  { id: 'category', header: 'Category', cell: ({ row }) => <Badge>{row.original.record.category}</Badge> },
  {
    id: 'performers',
    header: 'Stars',
    meta: { className: 'text-muted' },
    cell: ({ row }) => <FirstNames names={row.original.record.performers} />,
  },
  {
    id: 'minutes',
    header: 'Minutes',
    meta: { className: 'tabular-nums' },
    cell: ({ row }) => row.original.record.minutes ?? 'N/A',
  },
  {
    id: 'views',
    header: 'Views',
    meta: { className: 'tabular-nums' },
    cell: ({ row }) => shortCount(row.original.record.views),
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) =>
      original.change ? (
        <ChangeActions change={original.change} {...changes} />
      ) : (
        <RowActions
          name={original.record.title}
          onEdit={() => onEdit(original.record)}
          onDelete={() => onDelete(original.record)}
        />
      ),
  },
];
