import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { CaseClock } from '../kit/cases/case-clock.tsx';
import { kindWords, statusWords } from '../kit/cases/case-words.ts';
import { visibleText } from '../kit/format/visible-text.ts';
import type { BundleQuery, QueuedCase } from '../kit/records/case.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { postUrl, senderUrl } from './bundle-urls.ts';
import { FoldedRow } from './folded-row.tsx';

const statusTones = { open: 'accent', asked: 'quiet', decided: 'quiet', objected: 'danger' } as const;

const bundleLink =
  'justify-self-start text-[13px] font-normal text-accent hover:underline max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center';

/** `query` says what the list is limited to: what all of its cases have in common is not repeated. */
export const queueColumns = (now: number, { sender, video }: BundleQuery): Column<QueuedCase>[] => [
  {
    id: 'due',
    header: 'Due',
    meta: { className: 'md:w-44 md:whitespace-nowrap', phone: 'detail' },
    cell: ({ row }) => <CaseClock found={row.original} now={now} />,
  },
  {
    id: 'subject',
    header: 'Case',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <span className="grid min-w-0 gap-0.5">
        <span className="text-[13px] font-normal text-muted tabular-nums">
          {original.fold ? `First: ${original.number}` : original.number}
          {original.urlCount > 1 && ` · ${plural(original.urlCount, 'URL')}`}
          {original.heldCount > 0 && ` · ${original.heldCount} hidden`}
          {original.publicCount > 0 && (
            <>
              {' · '}
              <b className="font-[620] text-danger">
                {original.urlCount > 1 ? `${original.publicCount} still public` : 'still public'}
              </b>
            </>
          )}
        </span>
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{original.subject || 'No URL'}</bdi>
        {original.fold && <FoldedRow found={original} fold={original.fold} />}
        {!original.fold && video === '' && original.videoId && original.othersOfPost > 0 && (
          <Link to={postUrl(original.videoId)} className={bundleLink}>
            {plural(original.othersOfPost, 'other')} about this post
          </Link>
        )}
        {!original.fold && sender === '' && original.sender && original.othersOfSender > 0 && (
          <Link to={senderUrl(original.sender)} className={`md:hidden ${bundleLink}`}>
            {plural(original.othersOfSender, 'other')} from this sender today
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    meta: { phone: 'detail' },
    cell: ({ row: { original } }) => (
      <span className="grid justify-items-start gap-1 max-md:inline">
        <Badge tone={original.kind === 'minor' ? 'danger' : 'quiet'}>{kindWords[original.kind]}</Badge>
        {!original.isComplete && <span className="text-[13px] text-muted max-md:hidden">Incomplete notice</span>}
      </span>
    ),
  },
  {
    id: 'from',
    header: 'From',
    meta: { className: 'text-muted max-w-56' },
    cell: ({ row: { original } }) => (
      <span className="grid justify-items-start gap-0.5">
        <bdi className="max-w-full truncate">
          {visibleText(original.reporterName || original.reporterEmail) || 'No name'}
        </bdi>
        {!original.fold && sender === '' && original.sender && original.othersOfSender > 0 && (
          <Link to={senderUrl(original.sender)} className={bundleLink}>
            {plural(original.othersOfSender, 'other')} from this sender today
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    meta: { className: 'md:w-px' },
    cell: ({ row: { original } }) => <Badge tone={statusTones[original.status]}>{statusWords[original.status]}</Badge>,
  },
];
