import { Link, useLocation } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useNow } from '../kit/cases/use-now.ts';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { pageUrl } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { type Bundle, loadBundle, loadQueue } from '../kit/records/case.ts';
import { loadCaseReasons, noReasons } from '../kit/records/case-reasons.ts';
import { noPages } from '../kit/records/record.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { useRefresh } from '../kit/screen/use-refresh.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { BundlePanel } from './bundle-panel.tsx';
import { rowUrl } from './folded-row.tsx';
import { queueColumns } from './queue-columns.tsx';
import { QueueFilters, queueFilters } from './queue-filters.tsx';
import { exportQueryOf, queueQueryOf } from './queue-query.ts';

const nothing = { cases: [], pagination: noPages, totalCases: 0, stillPublic: 0 };

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
  const [list, bundle, reasons] = await Promise.all([
    loadPage(url, loadQueue(query), nothing, 'Failed to fetch the cases'),
    loadWithFallback<Bundle | null>(
      isBundle ? loadBundle(query) : Promise.resolve(null),
      null,
      'Failed to fetch what belongs together',
    ),
    isBundle ? loadCaseReasons() : noReasons,
  ]);
  return { query, list, bundle: bundle.data, reasons };
};

const countText = (cases: number, rows: number) =>
  rows < cases ? `${plural(cases, 'case')} in ${plural(rows, 'row')}` : plural(cases, 'case');

/** Whoever looks at the queue must know that nothing is hidden by itself any more. */
function StillPublic({ count }: { count: number }) {
  return (
    <p className="mb-4 rounded-2xl border border-danger/40 bg-surface px-4.5 py-3 text-sm">
      <b className="font-[620] text-danger">Notices no longer hide posts by themselves:</b>{' '}
      <Link to="/admin/removals?flag=limit&public=yes" className="text-accent underline">
        {plural(count, 'case waits', 'cases wait')} with {count === 1 ? 'its posts' : 'their posts'} public
      </Link>
    </p>
  );
}

/** Notices by deadline. */
export default function Removals({ loaderData: { query, list, bundle, reasons } }: Route.ComponentProps) {
  const location = useLocation();
  const { cases, pagination, totalCases, stillPublic } = list.data;
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
        <ExportMenu list="removals" query={exportQueryOf(query)} />
      </ScreenHead>
      <Tabs
        label="Cases"
        tabs={tabs.map(([status, label]) => ({ to: tabUrl(status), active: query.status === status, label }))}
      />
      {stillPublic > 0 && <StillPublic count={stillPublic} />}
      <QueueFilters />
      {bundle && <BundlePanel bundle={bundle} query={query} reasons={reasons} />}
      <p className="mb-2.5 text-sm text-muted tabular-nums">{countText(totalCases, pagination.totalCount)}</p>
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
