import { Link } from 'react-router';
import { dayLabel } from '../kit/format/dates.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { caseUrl, type Kept } from './stay-down-list.ts';

/** What it is recognised by, besides the URL itself. */
const recognisedBy = ({ kind, source, hash, isCommon }: Kept) => {
  if (isCommon) return 'Many posts have this picture, so nothing is recognised by it';
  if (kind === 'picture') return hash === null ? 'Not hashed yet' : `Hash ${hash}`;
  return source === null ? '' : `Id ${source.slice(source.indexOf(' ') + 1)}`;
};

/** Without `onRemove`, entries cannot be removed. */
export const keptColumns = (onRemove: ((kept: Kept) => void) | undefined): Column<Kept>[] => [
  {
    id: 'url',
    header: 'Link or picture',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <div className="grid min-w-0 gap-0.5">
        {/* Text, not a link: nobody opens it by mistake. */}
        <bdi className="font-medium [overflow-wrap:anywhere] max-md:line-clamp-2">{original.url}</bdi>
        <span className="text-[13px] text-muted [overflow-wrap:anywhere] empty:hidden">{recognisedBy(original)}</span>
      </div>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    meta: { phone: 'detail' },
    cell: ({ row }) => <Badge>{row.original.kind}</Badge>,
  },
  {
    id: 'case',
    header: 'Case',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) => (
      <Link to={caseUrl(original.caseId)} className="text-accent tabular-nums md:inline-block md:py-1 hover:underline">
        {original.caseNumber}
      </Link>
    ),
  },
  {
    id: 'kept',
    header: 'Removed',
    meta: { className: 'whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => dayLabel(row.original.keptAt),
  },
  ...(onRemove
    ? [
        actionsColumn<Kept>((kept) => (
          <RowButton danger label={`Remove ${kept.url}, so that it may be listed again`} onClick={() => onRemove(kept)}>
            Remove
          </RowButton>
        )),
      ]
    : []),
];
