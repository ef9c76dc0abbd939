import { Link, useSearchParams } from 'react-router';
import { searchLogPeriods } from '#contract/values/statistics.ts';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, Pages, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { loadRecords } from '../kit/records/record-kind.ts';
import { RecordScreen, useRecords } from '../kit/records/record-screen.tsx';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { loadSearches, searchColumns } from './logged-searches.tsx';
import { redirects, synonyms } from './rules.tsx';

/** Changes the period and keeps search and tab. */
function PeriodLinks({ days }: { days: number }) {
  const [parameters] = useSearchParams();
  const urlOf = (period: number) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    updated.set('days', String(period));
    return `/admin/searches?${updated}`;
  };
  return (
    <nav aria-label="Period" className="flex gap-1">
      {searchLogPeriods.map((period) => (
        <Link
          key={period}
          to={urlOf(period)}
          aria-current={period === days ? 'page' : undefined}
          className="btn btn-quiet h-10 px-3.5 text-sm aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent"
        >
          {period} days
        </Link>
      ))}
    </nav>
  );
}

const searchTabs = ['all', 'nothing', 'synonyms', 'redirects'] as const;
type SearchTab = (typeof searchTabs)[number];

const pageSize = 20;
const defaultDays = 30;
const tabUrl = (tab: SearchTab, days: number) => {
  const parameters = new URLSearchParams();
  if (tab !== 'all') parameters.set('tab', tab);
  if (days !== defaultDays) parameters.set('days', String(days));
  return `/admin/searches${parameters.size > 0 ? `?${parameters}` : ''}`;
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = searchTabs.find((known) => known === url.searchParams.get('tab')) ?? 'all';
  const days = searchLogPeriods.find((period) => String(period) === url.searchParams.get('days')) ?? defaultDays;
  if (tab === 'synonyms') return { tab, days, loaded: await loadRecords(synonyms, url) };
  if (tab === 'redirects') return { tab, days, loaded: await loadRecords(redirects, url) };
  const query = { page: pageOf(url), limit: pageSize, search: searchOf(url) };
  const outcome = tab === 'nothing' ? ('nothing' as const) : ('any' as const);
  const searches = loadSearches({ ...query, days, outcome });
  const list = await loadPage(url, searches, { searches: [], pagination: noPages }, 'Failed to fetch searches');
  return { tab, days, page: query.page, list };
};

const tabLabels: Record<SearchTab, string> = {
  all: 'All searches',
  nothing: 'Found nothing',
  synonyms: 'Synonyms',
  redirects: 'Redirects',
};

type LoggedSearchesProps = Extract<Route.ComponentProps['loaderData'], { tab: 'all' | 'nothing' }>;

function LoggedSearches({ tab, page, list: { data, problem } }: LoggedSearchesProps) {
  const { form: synonymForm, ...synonymTools } = useRecords(synonyms);
  const { form: redirectForm, ...redirectTools } = useRecords(redirects);
  return (
    <>
      {data.searches.length > 0 && (
        <p className="mb-4 max-w-[70ch] text-sm text-muted">
          Searches that three visitors of different providers or regions, or ten visitors, typed on the same day. Each
          visitor counts once a day. Searches that found nothing are also shown once visitors of three different
          networks have typed them within a month.
        </p>
      )}
      <DataTable
        label={tabLabels[tab]}
        columns={searchColumns({
          onSynonym: ({ text, synonyms: [synonym] }) =>
            synonym ? synonymTools.edit(synonym) : synonymTools.add({ words: [text] }),
          onRedirect: ({ text, redirect }) => (redirect ? redirectTools.edit(redirect) : redirectTools.add({ text })),
          onUndoSynonym: synonymTools.remove,
          onUndoRedirect: redirectTools.remove,
        })}
        rows={data.searches}
        problem={problem}
        keyOf={({ text }) => text}
        empty={
          <Empty title={tab === 'nothing' ? 'No failed searches' : 'No searches yet'}>
            Searches appear once three visitors of different providers or regions, or ten visitors, have typed them on
            the same day or, if they found nothing, within a month.
          </Empty>
        }
      />
      <Pages page={page} totalPages={data.pagination.totalPages} siblings={2} />
      {synonymForm}
      {redirectForm}
    </>
  );
}

export default function Searches({ loaderData }: Route.ComponentProps) {
  const { tab, days } = loaderData;
  const tabs = (
    <Tabs
      label="Searches, synonyms and redirects"
      tabs={searchTabs.map((each) => ({ to: tabUrl(each, days), active: each === tab, label: tabLabels[each] }))}
    />
  );
  if (tab === 'synonyms') return <RecordScreen key={tab} kind={synonyms} loaded={loaderData.loaded} tabs={tabs} />;
  if (tab === 'redirects') return <RecordScreen key={tab} kind={redirects} loaded={loaderData.loaded} tabs={tabs} />;
  return (
    <>
      <ScreenHead title="Searches">
        <SearchField key={tab} label="Find a search" />
        <PeriodLinks days={days} />
      </ScreenHead>
      {tabs}
      <LoggedSearches {...loaderData} />
    </>
  );
}
