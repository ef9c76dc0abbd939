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
  className: 'text-right tabular-nums',
  ...(id === 'links' ? { phone: 'detail', unit: 'in all' } : {}),
  cell: (row) => fullCount(row[id]),
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
  if (host.trustedUntil) return <Badge>Trusted until {momentLabel(host.trustedUntil)}</Badge>;
  return <span className="text-muted">Working</span>;
}

export const hostColumns = ({ onRecheck, onIgnore, onResume, onTrust, onReplace }: HostActions): Column<LinkHost>[] => [
  {
    id: 'host',
    header: 'Host',
    className: 'w-full md:min-w-[200px]',
    phone: 'title',
    cell: (row) => (
      <Link
        to={`/admin/links?tab=all&host=${encodeURIComponent(row.host)}`}
        className="inline-block py-1 font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline"
      >
        {row.host}
      </Link>
    ),
  },
  {
    id: 'posts',
    header: 'Posts',
    className: 'text-right tabular-nums',
    cell: (row) => (
      <Link
        to={`/admin/posts?host=${encodeURIComponent(row.host)}`}
        aria-label={`${plural(row.posts, 'post')} with links to ${row.host}`}
        className="inline-block py-1 hover:text-accent hover:underline"
      >
        {fullCount(row.posts)}
      </Link>
    ),
  },
  countColumn('links', 'Links'),
  {
    id: 'living',
    header: 'Working',
    className: 'text-right whitespace-nowrap tabular-nums',
    cell: (row) => (
      <>
        {fullCount(row.living)}
        {row.ignored > 0 && !isIgnored(row) && (
          <span className="text-[13px] text-muted"> ({fullCount(row.ignored)} ignored)</span>
        )}
      </>
    ),
  },
  {
    id: 'dead',
    header: 'Dead',
    className: 'md:text-right whitespace-nowrap tabular-nums',
    phone: 'detail',
    unit: 'dead',
    cell: (row) => (
      <>
        {fullCount(row.dead)}
        {row.dead > 0 && (
          <span className="text-[13px] text-muted"> ({percent(row.dead / Math.max(1, row.links))})</span>
        )}
      </>
    ),
  },
  countColumn('unknown', 'Unknown'),
  {
    id: 'probed',
    header: 'Last check',
    className: 'whitespace-nowrap',
    cell: (row) => momentLabel(row.probedAt, 'Never'),
  },
  {
    id: 'breaker',
    header: 'Status',
    className: 'md:min-w-[190px]',
    phone: 'detail',
    cell: (row) => <HostStatus host={row} />,
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
        <RowButton label={`Trust ${host.host}`} onClick={() => onTrust(host)}>
          Trust
        </RowButton>
      )}
    </div>
  )),
];
