import { useLocation } from 'react-router';
import { caseKinds } from '#contract/values/cases.ts';
import { Pagination } from '../../components/pagination.tsx';
import { kindWords } from '../kit/cases/case-words.ts';
import { useNow } from '../kit/cases/use-now.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
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
import { queueColumns } from './queue-columns.tsx';
import { queueQueryOf } from './queue-query.ts';

const nothing = { cases: [], pagination: noPages };

const filterStyle =
  'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&>label]:grid max-md:[&>label]:gap-1 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none max-md:[&>label:first-child]:col-span-2';

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

/** Notices by deadline. */
export default function Removals({ loaderData: { query, list, bundle, reasons } }: Route.ComponentProps) {
  const location = useLocation();
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
      </ScreenHead>
      <Tabs
        label="Cases"
        tabs={tabs.map(([status, label]) => ({ to: tabUrl(status), active: query.status === status, label }))}
      />
      <search className={filterStyle} aria-label="Filters">
        <FilterSelect
          name="kind"
          label="Kind"
          options={caseKinds}
          labelOf={(kind) => kindWords[kind as keyof typeof kindWords] ?? kind}
        />
        <FilterSelect name="overdue" label="Overdue" options={['yes']} labelOf={() => 'Only overdue'} />
        <FilterSelect
          name="complete"
          label="Notice"
          options={['yes', 'no']}
          labelOf={(value) => (value === 'yes' ? 'Complete' : 'Incomplete')}
        />
      </search>
      {bundle && <BundlePanel bundle={bundle} query={query} reasons={reasons} />}
      <DataTable
        label="Cases"
        columns={queueColumns(now, query)}
        rows={list.data.cases}
        problem={list.problem}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/admin/removals/${id}`}
        empty={
          <Empty title="No cases" filters={['search', 'status', 'kind', 'overdue', 'complete', 'sender', 'video']}>
            Notices from the site’s report page appear here.
          </Empty>
        }
      />
      <Pagination page={query.page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} />
    </>
  );
}
