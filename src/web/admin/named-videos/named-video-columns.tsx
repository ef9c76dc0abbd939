import { shortCount } from '../kit/format/counts.ts';
import type { Video } from '../kit/records/video.ts';
import { actionsColumn, type Column, categoryColumn, numberColumn } from '../kit/table/columns.tsx';
import { FirstNames } from '../kit/table/first-names.tsx';
import { PostPicture } from '../kit/table/post-picture.tsx';
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
  numberColumn(page, pageSize),
  {
    id: 'image',
    header: 'Image',
    meta: { className: 'md:w-px', phone: 'picture' },
    cell: ({ row }) => <PostPicture post={row.original} />,
  },
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <bdi className="cell-text" title={original.title}>
        {original.title}
      </bdi>
    ),
  },
  categoryColumn(({ category }) => category),
  {
    id: 'names',
    header: names === 'performers' ? 'Stars' : 'Tags',
    meta: { className: 'text-muted' },
    cell: ({ row: { original } }) => (
      <FirstNames kind={names === 'tags' ? 'tag' : 'performer'} names={original[names]} />
    ),
  },
  {
    id: 'views',
    header: 'Views',
    meta: { className: 'tabular-nums', phone: 'detail', unit: 'views' },
    cell: ({ row }) => shortCount(row.original.views),
  },
  actionsColumn((video) => (
    <RowActions
      name={video.title}
      history={{ entity: 'video', id: video.id }}
      onEdit={() => onEdit(video)}
      onDelete={() => onDelete(video)}
    />
  )),
];
