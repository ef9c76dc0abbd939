import { Link } from 'react-router';
import { fullCount } from '../kit/format/counts.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { SeoCheck } from '../kit/records/seo-check.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';

/** Of a check that has not ended, or not with a report. */
const unknown = '–';

const minutesOf = ({ startedAt, endedAt }: SeoCheck) =>
  endedAt === null ? unknown : `${Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000))} min`;

const tones = { running: 'accent', finished: 'quiet', cancelled: 'quiet', interrupted: 'danger' } as const;

export const checkColumns: Column<SeoCheck>[] = [
  {
    id: 'started',
    header: 'When',
    meta: { className: 'whitespace-nowrap', phone: 'title' },
    cell: ({ row: { original } }) =>
      original.state === 'finished' ? (
        <Link to={`/admin/seo?check=${original.id}`} className="font-medium text-accent">
          {momentLabel(original.startedAt)}
        </Link>
      ) : (
        momentLabel(original.startedAt)
      ),
  },
  { id: 'by', header: 'Who', meta: { phone: 'detail' }, cell: ({ row }) => row.original.startedBy },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row }) => <Badge tone={tones[row.original.state]}>{row.original.state}</Badge>,
  },
  {
    id: 'pages',
    header: 'Pages',
    meta: { className: 'tabular-nums' },
    cell: ({ row }) => fullCount(row.original.pagesRead),
  },
  {
    id: 'problems',
    header: 'Found',
    meta: { className: 'tabular-nums', phone: 'detail', unit: 'found' },
    cell: ({ row }) => (row.original.state === 'finished' ? fullCount(row.original.problems) : unknown),
  },
  { id: 'took', header: 'Took', meta: { className: 'text-muted' }, cell: ({ row }) => minutesOf(row.original) },
];
