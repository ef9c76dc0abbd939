import { Link } from 'react-router';
import { dayLabel } from '../kit/format/dates.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { caseUrl, type MirrorMatch } from './stay-down-list.ts';

interface MirrorActions {
  onWithhold: (match: MirrorMatch) => void;
  onKeep: (match: MirrorMatch) => void;
}

export const mirrorColumns = ({ onWithhold, onKeep }: MirrorActions): Column<MirrorMatch>[] => [
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="font-medium [overflow-wrap:anywhere]">{original.titel}</bdi>
        {/* Text, not a link: nobody opens it by mistake. */}
        <bdi className="text-[13px] text-muted [overflow-wrap:anywhere] max-md:line-clamp-2">{original.link}</bdi>
      </div>
    ),
  },
  {
    id: 'case',
    header: 'Removed in',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) => (
      <Link
        to={caseUrl(original.caseId)}
        title={original.removedUrl}
        className="inline-block py-1 text-accent tabular-nums hover:underline"
      >
        {original.caseNumber}
      </Link>
    ),
  },
  { id: 'state', header: 'State', meta: { phone: 'detail' }, cell: ({ row }) => <Badge>{row.original.state}</Badge> },
  {
    id: 'found',
    header: 'Found',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row }) => dayLabel(row.original.foundAt),
  },
  actionsColumn((match) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Keep ${match.titel}`} onClick={() => onKeep(match)}>
        Keep
      </RowButton>
      <RowButton danger label={`Withhold ${match.titel}`} onClick={() => onWithhold(match)}>
        Withhold
      </RowButton>
    </div>
  )),
];
