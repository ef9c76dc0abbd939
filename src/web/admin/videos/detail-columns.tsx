import { shortCount } from '../kit/format/counts.ts';
import { dayLabel, momentLabel } from '../kit/format/dates.ts';
import type { RecordRow } from '../kit/records/record-changes.ts';
import type { Video, VideoDraft } from '../kit/records/video.ts';
import { type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { FirstNames } from '../kit/table/first-names.tsx';
import type { PostDetails } from './post-list.ts';

export type VideoRow = RecordRow<Video, VideoDraft>;

const hostOf = (link: string) => {
  try {
    return new URL(link).host.replace(/^(www|m|mobile)\./, '');
  } catch {
    return '';
  }
};

const numbers = 'tabular-nums whitespace-nowrap';

/** The columns that are not shown unless an admin chooses them, and those of times. */
export const detailColumns = (details: ReadonlyMap<string, PostDetails>): Column<VideoRow>[] => {
  const detailsOf = ({ record }: VideoRow) => details.get(record.id);
  return [
    {
      id: 'clicks',
      header: 'Clicks out',
      meta: { className: numbers, phone: 'detail', unit: 'clicks' },
      cell: ({ row }) => shortCount(detailsOf(row.original)?.clicks ?? 0),
    },
    {
      id: 'tags',
      header: 'Tags',
      meta: { className: 'text-muted', sort: 'tags' },
      cell: ({ row }) => <FirstNames kind="tag" names={row.original.record.tags} />,
    },
    {
      id: 'added',
      header: 'Added',
      meta: { className: numbers, sort: 'added' },
      cell: ({ row }) => dayLabel(row.original.record.createdAt, ''),
    },
    {
      id: 'updated',
      header: 'Updated',
      meta: { className: numbers, sort: 'updated' },
      cell: ({ row }) => momentLabel(detailsOf(row.original)?.updatedAt, ''),
    },
    {
      id: 'publish',
      header: 'Publishes',
      meta: { className: numbers, sort: 'publish' },
      cell: ({ row }) => momentLabel(row.original.record.publishAt, ''),
    },
    {
      ...shortenedColumn<VideoRow>({
        ...{ id: 'partner', header: 'Network', className: 'max-w-40' },
        textOf: (row) => detailsOf(row)?.partnerName ?? '',
      }),
      meta: { sort: 'partner' },
    },
    {
      ...shortenedColumn<VideoRow>({
        ...{ id: 'host', header: 'Link', className: 'max-w-40' },
        textOf: ({ record }) => hostOf(record.link),
      }),
      meta: { sort: 'host' },
    },
    {
      ...shortenedColumn<VideoRow>({
        ...{ id: 'by', header: 'Added by', className: 'max-w-32' },
        textOf: (row) => detailsOf(row)?.createdBy ?? '',
      }),
      meta: { sort: 'by' },
    },
  ];
};
