import { shortCount } from '../kit/format/counts.ts';
import type { Video } from '../kit/records/video.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.ts';
import { FirstNames } from '../kit/table/first-names.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

export const pageSize = 20;

interface NamedVideoColumns {
  page: number;
  /** The videos of a tag list their performers, those of a performer their tags. */
  names: 'performers' | 'tags';
  onEdit: (video: Video) => void;
  onDelete: (video: Video) => void;
}

export const namedVideoColumns = ({ page, names, onEdit, onDelete }: NamedVideoColumns): Column<Video>[] => [
  {
    id: 'number',
    header: '#',
    meta: { className: 'md:w-px whitespace-nowrap text-muted tabular-nums', notOnCard: true },
    cell: ({ row }) => (page - 1) * pageSize + row.index + 1,
  },
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', cardHeading: true },
    cell: ({ row: { original } }) => (
      <Picture
        src={original.imageUrl}
        alt={original.altKeywords || original.title}
        className="h-[45px] w-20 rounded-lg max-md:aspect-video max-md:h-auto max-md:w-full"
      />
    ),
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', cardHeading: true },
    cell: ({ row }) => <span className="[overflow-wrap:anywhere]">{row.original.title}</span>,
  },
  { id: 'category', header: 'Category', cell: ({ row }) => <Badge>{row.original.category}</Badge> },
  {
    id: 'names',
    header: names === 'performers' ? 'Stars' : 'Tags',
    meta: { className: 'text-muted' },
    cell: ({ row: { original } }) => <FirstNames names={original[names]} />,
  },
  {
    id: 'views',
    header: 'Views',
    meta: { className: 'tabular-nums' },
    cell: ({ row }) => shortCount(row.original.views),
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) => (
      <RowActions name={original.title} onEdit={() => onEdit(original)} onDelete={() => onDelete(original)} />
    ),
  },
];
