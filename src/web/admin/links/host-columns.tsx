import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { percent } from '../kit/format/percent.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { LinkHost } from './links-list.ts';

interface HostActions {
  onTrust: (host: LinkHost) => void;
  onReplace: (host: LinkHost) => void;
}

const count = (id: 'links' | 'living' | 'dead' | 'unknown', header: string, unit: string): Column<LinkHost> => ({
  id,
  header,
  meta: { className: 'text-right tabular-nums', ...(id === 'links' || id === 'dead' ? { phone: 'detail', unit } : {}) },
  cell: ({ row: { original } }) => fullCount(original[id]),
});

function Breaker({ host }: { host: LinkHost }) {
  if (host.trippedAt)
    return (
      <div className="grid gap-0.5">
        <span>
          <Badge tone="danger">Paused</Badge>
        </span>
        <span className="text-[13px] text-muted max-md:hidden">
          since {momentLabel(host.trippedAt)}
          {host.nextProbeAt ? `, next try ${momentLabel(host.nextProbeAt)}` : ''}
        </span>
      </div>
    );
  if (host.trustedUntil) return <Badge>Believed until {momentLabel(host.trustedUntil)}</Badge>;
  return <span className="text-muted">Working</span>;
}

export const hostColumns = ({ onTrust, onReplace }: HostActions): Column<LinkHost>[] => [
  {
    id: 'host',
    header: 'Host',
    meta: { className: 'w-full', phone: 'title' },
    cell: ({ row: { original } }) => (
      <Link
        to={`/admin/links?tab=all&host=${encodeURIComponent(original.host)}`}
        className="inline-block py-1 font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline"
      >
        {original.host}
      </Link>
    ),
  },
  {
    id: 'posts',
    header: 'Posts',
    meta: { className: 'text-right tabular-nums' },
    cell: ({ row: { original } }) => (
      <Link
        to={`/admin/posts?host=${encodeURIComponent(original.host)}`}
        aria-label={`${plural(original.posts, 'post')} with links to ${original.host}`}
        className="inline-block py-1 hover:text-accent hover:underline"
      >
        {fullCount(original.posts)}
      </Link>
    ),
  },
  count('links', 'Links', 'in all'),
  count('living', 'Living', 'living'),
  count('dead', 'Dead', 'dead'),
  {
    id: 'share',
    header: 'Dead share',
    meta: { className: 'text-right whitespace-nowrap tabular-nums' },
    cell: ({ row: { original } }) => percent(original.dead / Math.max(1, original.links)),
  },
  count('unknown', 'Unknown', 'unknown'),
  {
    id: 'probed',
    header: 'Last check',
    meta: { className: 'whitespace-nowrap' },
    cell: ({ row: { original } }) => momentLabel(original.probedAt, 'Never'),
  },
  {
    id: 'breaker',
    header: 'Conclusions',
    meta: { className: 'md:min-w-[190px]', phone: 'detail' },
    cell: ({ row: { original } }) => <Breaker host={original} />,
  },
  actionsColumn((host) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Replace links of ${host.host}`} onClick={() => onReplace(host)}>
        Replace links
      </RowButton>
      {host.trippedAt && (
        <RowButton label={`Believe ${host.host}`} onClick={() => onTrust(host)}>
          Believe
        </RowButton>
      )}
    </div>
  )),
];
