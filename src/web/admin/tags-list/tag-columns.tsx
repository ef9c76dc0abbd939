import { Link } from 'react-router';
import type { TagSummary } from '#contract/tags.ts';
import { Icon } from '../../components/icon.tsx';
import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { tagName } from '../kit/format/text.ts';
import type { Column } from '../kit/table/columns.ts';

export const pageSize = 20;

export const videosOfTag = ({ _id }: TagSummary, page: number) =>
  `/admin/tag-videos/${encodeURIComponent(_id)}?fromPage=${page}`;

export const tagColumns = (page: number): Column<TagSummary>[] => [
  {
    id: 'number',
    header: '#',
    meta: { className: 'md:w-px whitespace-nowrap text-muted tabular-nums', notOnCard: true },
    cell: ({ row }) => (page - 1) * pageSize + row.index + 1,
  },
  {
    id: 'name',
    header: 'Tag Name',
    meta: { className: 'font-medium', cardHeading: true },
    cell: ({ row }) => <span className="[overflow-wrap:anywhere]">{tagName(row.original._id)}</span>,
  },
  {
    id: 'slug',
    header: 'Slug',
    meta: { className: 'text-muted [overflow-wrap:anywhere]' },
    cell: ({ row }) => row.original._id,
  },
  {
    id: 'count',
    header: 'Total Videos',
    meta: { className: 'tabular-nums' },
    cell: ({ row }) => fullCount(row.original.count),
  },
  { id: 'first', header: 'First Used', cell: ({ row }) => dayLabel(row.original.firstUsed) },
  { id: 'last', header: 'Last Updated', cell: ({ row }) => dayLabel(row.original.lastUpdated) },
  {
    id: 'actions',
    header: 'Actions',
    meta: { className: 'md:w-px text-right', cardHeading: true },
    cell: ({ row: { original } }) => (
      <div className="flex items-center justify-end gap-2">
        <a
          href={`/tag/${encodeURIComponent(original._id)}`}
          target="_blank"
          rel="noopener"
          aria-label={`View ${original._id} on site`}
          className="icon-button size-9"
        >
          <Icon name="external" />
        </a>
        <Link
          to={videosOfTag(original, page)}
          aria-label={`Manage videos of ${original._id}`}
          className="btn btn-quiet h-9 rounded-[9px] px-3 text-[13.5px]"
        >
          Manage videos
        </Link>
      </div>
    ),
  },
];
