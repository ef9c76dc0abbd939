import { Link } from 'react-router';
import { shortRecordLabels } from '#contract/values/record-parts.ts';
import { Badge } from '../kit/table/badge.tsx';
import { type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { PostPicture } from '../kit/table/post-picture.tsx';
import type { UnrecordedPost } from './records-list.ts';

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).host.replace(/^(www|m|mobile)\./, '') : '');

export const editUrl = ({ id }: UnrecordedPost) => `/admin/posts?edit=${id}`;

export const recordColumns = (): Column<UnrecordedPost>[] => [
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
      <Link to={editUrl(original)} className="hover:underline">
        <bdi className="cell-text" title={original.title}>
          {original.title}
        </bdi>
      </Link>
    ),
  },
  {
    id: 'missing',
    header: 'Missing',
    meta: { phone: 'detail' },
    cell: ({ row }) => (
      <span className="inline-flex flex-wrap gap-1.5 max-md:gap-x-1 max-md:[&>:not(:last-child)]:after:content-[',']">
        {row.original.missing.map((part) => (
          <Badge key={part}>{shortRecordLabels[part]}</Badge>
        ))}
      </span>
    ),
  },
  shortenedColumn<UnrecordedPost>({
    ...{ id: 'partner', header: 'Network', className: 'max-w-40' },
    textOf: ({ partnerName }) => partnerName,
  }),
  shortenedColumn<UnrecordedPost>({
    ...{ id: 'host', header: 'Link', className: 'max-w-40' },
    textOf: ({ link }) => hostOf(link),
  }),
];
