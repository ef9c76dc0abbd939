import { Link } from 'react-router';
import type { Column } from '../kit/table/columns.tsx';
import { type FoundPostActions, foundPostColumns } from './found-post-columns.tsx';
import { caseUrl, type MirrorMatch } from './stay-down-list.ts';

export const mirrorColumns = (actions: FoundPostActions<MirrorMatch>): Column<MirrorMatch>[] => [
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
  ...foundPostColumns(actions),
];
