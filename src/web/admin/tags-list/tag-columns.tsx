import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { tagName } from '../kit/format/text.ts';
import { originQuery } from '../kit/lists/list-origin.ts';
import type { Tag } from '../kit/records/tag.ts';
import { actionsColumn, type Column, numberColumn } from '../kit/table/columns.tsx';

export const pageSize = 20;

export const videosOfTag = ({ slug }: Tag, page: number, list: URLSearchParams) =>
  `/admin/tag-videos/${encodeURIComponent(slug)}?${originQuery(page, list)}`;

type Buttons = (tag: Tag) => ReactNode;

export const tagColumns = (page: number, list: URLSearchParams, buttonsOf: Buttons): Column<Tag>[] => [
  numberColumn(page, pageSize),
  {
    id: 'name',
    header: 'Tag Name',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => <bdi className="cell-text md:min-w-28">{tagName(row.original.name)}</bdi>,
  },
  {
    id: 'slug',
    header: 'Slug',
    meta: { className: 'text-muted' },
    cell: ({ row }) => <bdi className="cell-text md:min-w-28">{row.original.slug}</bdi>,
  },
  {
    id: 'count',
    header: 'Total Videos',
    meta: { className: 'tabular-nums', phone: 'detail', unit: 'videos' },
    cell: ({ row }) => fullCount(row.original.count),
  },
  {
    id: 'first',
    header: 'First Used',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => dayLabel(row.original.firstUsed),
  },
  {
    id: 'last',
    header: 'Last Updated',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => dayLabel(row.original.lastUpdated),
  },
  actionsColumn((tag) => (
    <div className="flex items-center justify-end gap-2">
      <a
        href={`/tag/${encodeURIComponent(tag.slug)}`}
        target="_blank"
        rel="noopener"
        aria-label={`View ${tag.name} on site`}
        className="icon-button size-9"
      >
        <Icon name="external" />
      </a>
      <Link
        to={videosOfTag(tag, page, list)}
        aria-label={`Manage videos of ${tag.name}`}
        className="btn btn-quiet h-9 rounded-[9px] px-3 text-[13.5px]"
      >
        Manage videos
      </Link>
      {buttonsOf(tag)}
    </div>
  )),
];
