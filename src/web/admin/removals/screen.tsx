import { Link, useLocation } from 'react-router';
import { caseFlags, caseKinds, queueStatuses } from '#contract/values/cases.ts';
import { numberText, plural } from '../../components/format.ts';
import { Pagination } from '../../components/pagination.tsx';
import { flagNames, kindWords, statusWords } from '../kit/case-words.ts';
import { visibleText } from '../kit/format.ts';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { FilterBar, FilterSelect, SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { useMay } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useNow } from '../kit/use-now.ts';
import { useRefresh } from '../kit/use-refresh.ts';
import type { Route } from './+types/screen.ts';
import { BundlePanel } from './bundle-panel.tsx';
import { CaseClock } from './case-clock.tsx';
import {
  type Bundle,
  type BundleQuery,
  loadBundle,
  loadCaseReasons,
  loadProposals,
  loadQueue,
  noReasons,
  type Proposal,
  postUrl,
  type QueuedCase,
  type QueueQuery,
  senderUrl,
} from './cases.ts';
import { Proposals } from './proposals.tsx';

type Fold = NonNullable<QueuedCase['fold']>;

const proofText = ({ cases, withProof }: Fold) => {
  if (withProof === 0) return 'none with proof of work';
  return withProof === cases ? '' : `${numberText(cases - withProof)} without proof of work`;
};

const foldText = ({ publicCount }: QueuedCase, fold: Fold) =>
  [
    fold.by === 'post'
      ? `${plural(fold.cases, 'notice')} about this post`
      : `${plural(fold.cases, 'notice')} from one sender`,
    fold.by === 'post' ? plural(fold.senders, 'sender') : '',
    fold.minors > 0 && fold.minors < fold.cases ? `${numberText(fold.minors)} about minors` : '',
    proofText(fold),
    fold.limited > 0 && (fold.by === 'sender' || publicCount > 0)
      ? `${numberText(fold.limited)} could not hide all posts`
      : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The URL of a row's case, or of the bundle that is folded into the row. */
const rowUrl = ({ id, fold, sender, videoId }: QueuedCase, { kind, proof }: QueueQuery) => {
  const url = fold?.by === 'post' && videoId ? postUrl(videoId) : fold && sender ? senderUrl(sender) : undefined;
  if (url === undefined) return `/admin/removals/${id}`;
  return `${url}${kind && `&kind=${kind}`}${proof && `&proof=${proof}`}`;
};

const statusTones = { open: 'accent', asked: 'quiet', decided: 'quiet', objected: 'danger' } as const;

const bundleLink =
  'justify-self-start text-[13px] font-normal text-accent hover:underline max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center';

/** When the list is limited to one sender or post, links to the rest of that bundle are left out. */
const queueColumns = (now: number, { sender, video }: BundleQuery): Column<QueuedCase>[] => [
  {
    id: 'due',
    header: 'Due',
    className: 'md:w-44 md:whitespace-nowrap',
    phone: 'detail',
    cell: (row) => <CaseClock caseRecord={row} now={now} />,
  },
  {
    id: 'subject',
    header: 'Case',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <span className="grid min-w-0 gap-0.5">
        <span className="text-[13px] font-normal text-muted tabular-nums">
          {row.fold ? `First: ${row.number}` : row.number}
          {row.urlCount > 1 && ` · ${plural(row.urlCount, 'URL')}`}
          {row.heldCount > 0 && ` · ${row.heldCount} hidden`}
          {row.publicCount > 0 && (
            <>
              {' · '}
              <b className="font-[620] text-danger">
                {row.urlCount > 1 ? `${row.publicCount} still public` : 'still public'}
              </b>
            </>
          )}
          {row.missingFingerprints > 0 && (
            <>
              {' · '}
              <b className="font-[620] text-danger">fingerprint missing</b>
            </>
          )}
        </span>
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{row.subject || 'No URL'}</bdi>
        {row.fold && <span className="text-[13px] font-medium text-text">{foldText(row, row.fold)}</span>}
        {!row.fold && video === '' && row.videoId && row.othersOfPost > 0 && (
          <Link to={postUrl(row.videoId)} className={bundleLink}>
            {plural(row.othersOfPost, 'other')} about this post
          </Link>
        )}
        {!row.fold && sender === '' && row.sender && row.othersOfSender > 0 && (
          <Link to={senderUrl(row.sender)} className={`md:hidden ${bundleLink}`}>
            {plural(row.othersOfSender, 'other')} from this sender today
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    phone: 'detail',
    cell: (row) => (
      <span className="grid justify-items-start gap-1 max-md:inline">
        <Badge tone={row.kind === 'minor' ? 'danger' : 'quiet'}>{kindWords[row.kind]}</Badge>
        {!row.isComplete && <span className="text-[13px] text-muted max-md:hidden">Incomplete notice</span>}
      </span>
    ),
  },
  {
    id: 'from',
    header: 'From',
    className: 'text-muted max-w-56',
    cell: (row) => (
      <span className="grid justify-items-start gap-0.5">
        <bdi className="max-w-full truncate">
          {row.isReporterHidden ? 'Reporter hidden' : visibleText(row.reporterName || row.reporterEmail) || 'No name'}
        </bdi>
        {!row.fold && sender === '' && row.sender && row.othersOfSender > 0 && (
          <Link to={senderUrl(row.sender)} className={bundleLink}>
            {plural(row.othersOfSender, 'other')} from this sender today
          </Link>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'md:w-px',
    cell: (row) => <Badge tone={statusTones[row.status]}>{statusWords[row.status]}</Badge>,
  },
];

const queueFilters = [
  'search',
  'status',
  'kind',
  'overdue',
  'complete',
  'proof',
  'flag',
  'public',
  'sender',
  'video',
] as const;

const wordsOf =
  (words: Record<string, string>) =>
  (value: string): string =>
    words[value] ?? value;

function QueueFilters() {
  return (
    <FilterBar>
      <FilterSelect name="kind" label="Kind" options={caseKinds} labelOf={wordsOf(kindWords)} />
      <FilterSelect name="overdue" label="Overdue" options={['yes']} labelOf={() => 'Only overdue'} />
      <FilterSelect
        name="complete"
        label="Notice"
        options={['yes', 'no']}
        labelOf={wordsOf({ yes: 'Complete', no: 'Incomplete' })}
      />
      <FilterSelect
        name="proof"
        label="Proof of work"
        options={['no', 'yes']}
        labelOf={wordsOf({ yes: 'Done', no: 'None' })}
      />
      <FilterSelect name="flag" label="Note" options={caseFlags} labelOf={wordsOf(flagNames)} />
      <FilterSelect name="public" label="Posts" options={['yes']} labelOf={() => 'Still public'} />
    </FilterBar>
  );
}

const casesPerPage = 25;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

const queueQueryOf = (url: URL): QueueQuery => {
  const { searchParams } = url;
  const status = oneOf(queueStatuses, searchParams.get('status'));
  const sender = searchParams.get('sender') ?? '';
  const video = /^\d{1,18}$/.exec(searchParams.get('video') ?? '')?.[0] ?? '';
  const search = searchOf(url);
  return {
    page: pageOf(url),
    limit: casesPerPage,
    status,
    kind: oneOf(caseKinds, searchParams.get('kind')),
    sender,
    video,
    overdue: oneOf(['yes'], searchParams.get('overdue')),
    complete: oneOf(['yes', 'no'], searchParams.get('complete')),
    proof: oneOf(['yes', 'no'], searchParams.get('proof')),
    flag: oneOf(caseFlags, searchParams.get('flag')),
    public: oneOf(['yes'], searchParams.get('public')),
    search,
    // Searches and bundles list each case.
    fold: status === '' && `${sender}${video}${search}` === '' ? 'yes' : '',
  };
};

const exportQueryOf = ({ page, limit, fold, ...filter }: QueueQuery) => filter;

const emptyList = { cases: [], pagination: noPages, totalCases: 0 };

const refreshMs = 60_000;

const tabs = [
  ['', 'To decide'],
  ['asked', 'Asked'],
  ['objected', 'Objected'],
  ['counter_notice', 'Counter-notices'],
  ['decided', 'Decided'],
] as const;

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const query = queueQueryOf(url);
  const isBundle = query.sender !== '' || query.video !== '';
  const [list, bundle, reasons, proposals] = await Promise.all([
    loadPage(url, loadQueue(query), emptyList, 'Failed to fetch the cases'),
    loadWithFallback<Bundle | null>(
      isBundle ? loadBundle(query) : Promise.resolve(null),
      null,
      'Failed to fetch the related cases',
    ),
    isBundle ? loadCaseReasons() : noReasons,
    loadWithFallback<Proposal[]>(loadProposals(), [], 'Failed to fetch the proposals'),
  ]);
  return { query, list, bundle: bundle.data, reasons, proposals: proposals.data };
};

export default function Removals({ loaderData: { query, list, bundle, reasons, proposals } }: Route.ComponentProps) {
  const seesReporters = useMay('identities');
  const location = useLocation();
  const { cases, pagination, totalCases } = list.data;
  const now = useNow();
  useRefresh(refreshMs);
  const tabUrl = (status: string) => {
    const parameters = new URLSearchParams(location.search);
    for (const name of ['page', 'status']) parameters.delete(name);
    if (status !== '') parameters.set('status', status);
    return parameters.size > 0 ? `/admin/removals?${parameters}` : '/admin/removals';
  };
  return (
    <>
      <ScreenHead title="Removals">
        <SearchField label="Search cases" />
        {seesReporters && <ExportMenu list="removals" query={exportQueryOf(query)} />}
      </ScreenHead>
      <Tabs
        label="Cases"
        tabs={tabs.map(([status, label]) => ({ to: tabUrl(status), active: query.status === status, label }))}
      />
      <Proposals proposals={proposals} />
      <QueueFilters />
      {bundle && <BundlePanel bundle={bundle} query={query} reasons={reasons} />}
      <p className="mb-2.5 text-sm text-muted tabular-nums">
        {plural(totalCases, 'case')}
        {pagination.totalCount < totalCases && ` in ${plural(pagination.totalCount, 'row')}`}
      </p>
      <DataTable
        label="Cases"
        columns={queueColumns(now, query)}
        rows={cases}
        problem={list.problem}
        keyOf={({ id }) => id}
        linkTo={(row) => rowUrl(row, query)}
        empty={
          <Empty title="No cases" filters={queueFilters}>
            Notices from the site’s report page appear here.
          </Empty>
        }
      />
      <Pagination page={query.page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} />
    </>
  );
}
