import { Link } from 'react-router';
import { momentLabel } from '../kit/format/dates.ts';
import { LinkStateBadge } from '../kit/links/link-state-badge.tsx';
import { probeText } from '../kit/links/link-words.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { CheckedLink } from './links-list.ts';

interface LinkActions {
  onHistory: (link: CheckedLink) => void;
  onRecheck: (link: CheckedLink) => void;
  onIgnore: (link: CheckedLink) => void;
  onHeed: (link: CheckedLink) => void;
}

export const linkColumns = ({ onHistory, onRecheck, onIgnore, onHeed }: LinkActions): Column<CheckedLink>[] => [
  {
    id: 'url',
    header: 'Link',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{original.url}</bdi>
        {original.post && (
          <Link
            to={`/admin/posts?edit=${original.post._id}`}
            className="justify-self-start py-1 text-[13px] text-muted hover:text-accent hover:underline"
          >
            <bdi>{original.post.titel}</bdi>
          </Link>
        )}
      </div>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => <LinkStateBadge state={original.state} />,
  },
  {
    id: 'last',
    header: 'Last answer',
    meta: { className: 'min-w-[150px]', phone: 'detail' },
    cell: ({ row: { original } }) => (original.probes[0] ? probeText(original.probes[0]) : 'None yet'),
  },
  {
    id: 'checked',
    header: 'Checked',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => momentLabel(original.checkedAt, 'Never'),
  },
  {
    id: 'next',
    header: 'Next check',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => {
      if (original.state === 'ignored') return 'Never';
      return original.isUrgent ? 'As soon as possible' : momentLabel(original.nextCheckAt);
    },
  },
  actionsColumn((link) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`History of ${link.url}`} onClick={() => onHistory(link)}>
        History
      </RowButton>
      {link.state !== 'ignored' && (
        <RowButton label={`Recheck ${link.url}`} onClick={() => onRecheck(link)}>
          Recheck
        </RowButton>
      )}
      {/* One button, which keeps the focus when it has done its work. */}
      <RowButton
        label={link.state === 'ignored' ? `Check again: ${link.url}` : `Ignore ${link.url}`}
        onClick={() => (link.state === 'ignored' ? onHeed : onIgnore)(link)}
      >
        {link.state === 'ignored' ? 'Check again' : 'Ignore'}
      </RowButton>
    </div>
  )),
];
