import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { fullCount, momentLabel, percent } from '../kit/format.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { LinkHost } from './links-list.ts';

interface HostActions {
  onRecheck: (host: LinkHost) => void;
  onIgnore: (host: LinkHost) => void;
  onResume: (host: LinkHost) => void;
  onTrust: (host: LinkHost) => void;
  onReplace: (host: LinkHost) => void;
}

const countColumn = (id: 'links' | 'unknown', header: string): Column<LinkHost> => ({
  id,
  header,
  meta: { className: 'text-right tabular-nums', ...(id === 'links' ? { phone: 'detail', unit: 'in all' } : {}) },
  cell: ({ row: { original } }) => fullCount(original[id]),
});

const isIgnored = ({ ignored, links }: LinkHost) => ignored === links;

function HostStatus({ host }: { host: LinkHost }) {
  if (isIgnored(host)) return <Badge>Ignored</Badge>;
  if (host.trippedAt)
    return (
      <div className="grid gap-0.5 max-md:inline">
        <span className="max-md:inline">
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

export const hostColumns = ({ onRecheck, onIgnore, onResume, onTrust, onReplace }: HostActions): Column<LinkHost>[] => [
  {
    id: 'host',
    header: 'Host',
    meta: { className: 'w-full md:min-w-[200px]', phone: 'title' },
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
  countColumn('links', 'Links'),
  {
    id: 'living',
    header: 'Living',
    meta: { className: 'text-right whitespace-nowrap tabular-nums' },
    cell: ({ row: { original } }) => (
      <>
        {fullCount(original.living)}
        {original.ignored > 0 && !isIgnored(original) && (
          <span className="text-[13px] text-muted"> ({fullCount(original.ignored)} ignored)</span>
        )}
      </>
    ),
  },
  {
    id: 'dead',
    header: 'Dead',
    meta: { className: 'md:text-right whitespace-nowrap tabular-nums', phone: 'detail', unit: 'dead' },
    cell: ({ row: { original } }) => (
      <>
        {fullCount(original.dead)}
        {original.dead > 0 && (
          <span className="text-[13px] text-muted"> ({percent(original.dead / Math.max(1, original.links))})</span>
        )}
      </>
    ),
  },
  countColumn('unknown', 'Unknown'),
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
    cell: ({ row: { original } }) => <HostStatus host={original} />,
  },
  actionsColumn((host) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`Recheck links of ${host.host}`} onClick={() => onRecheck(host)}>
        Recheck
      </RowButton>
      {/* A single button, so that it keeps the focus when its label changes. */}
      <RowButton
        label={isIgnored(host) ? `Check again: all links of ${host.host}` : `Ignore all links of ${host.host}`}
        onClick={() => (isIgnored(host) ? onResume : onIgnore)(host)}
      >
        {isIgnored(host) ? 'Check again' : 'Ignore'}
      </RowButton>
      {host.ignored > 0 && !isIgnored(host) && (
        <RowButton label={`Check again: ignored links of ${host.host}`} onClick={() => onResume(host)}>
          Check again
        </RowButton>
      )}
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
