import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { searchLogPeriods } from '#contract/values/statistics.ts';
import { Pagination } from '../../components/pagination.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton, Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { loadSearches, searchColumns } from './logged-searches.tsx';
import {
  loadSearchRedirects,
  loadSynonyms,
  RedirectFields,
  redirectColumns,
  redirectDraft,
  redirectLabels,
  SynonymFields,
  searchRedirectCalls,
  synonymCalls,
  synonymColumns,
  synonymDraft,
  synonymLabels,
} from './rules.tsx';

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
const empty = { searches: [], synonyms: [], redirects: [], pagination: noPages };

const tabUrl = (tab: SearchTab, days: number) => {
  const parameters = new URLSearchParams();
  if (tab !== 'all') parameters.set('tab', tab);
  if (days !== defaultDays) parameters.set('days', String(days));
  return `/admin/searches${parameters.size > 0 ? `?${parameters}` : ''}`;
};

const load = async (tab: SearchTab, days: number, query: { page: number; limit: number; search: string }) => {
  if (tab === 'synonyms') return { ...empty, ...(await loadSynonyms(query)) };
  if (tab === 'redirects') return { ...empty, ...(await loadSearchRedirects(query)) };
  const outcome = tab === 'nothing' ? ('nothing' as const) : ('any' as const);
  return { ...empty, ...(await loadSearches({ ...query, days, outcome })) };
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = searchTabs.find((known) => known === url.searchParams.get('tab')) ?? 'all';
  const days = searchLogPeriods.find((period) => String(period) === url.searchParams.get('days')) ?? defaultDays;
  const page = pageOf(url);
  const loading = load(tab, days, { page, limit: pageSize, search: searchOf(url) });
  return { tab, days, page, list: await loadPage(url, loading, empty, 'Failed to fetch searches') };
};

const tabLabels: Record<SearchTab, string> = {
  all: 'All searches',
  nothing: 'Found nothing',
  synonyms: 'Synonyms',
  redirects: 'Redirects',
};

export default function Searches({ loaderData: { tab, days, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  /** Text that a new synonym or redirect starts with. */
  const [initialText, setInitialText] = useState('');
  const synonyms = useRecordEditor({
    calls: synonymCalls,
    noun: 'Synonym',
    deleteQuestion: 'Delete this synonym? These words will no longer find each other.',
    deletedMessage: 'Synonym deleted.',
  });
  const redirects = useRecordEditor({
    calls: searchRedirectCalls,
    noun: 'Redirect',
    deleteQuestion: 'Delete this redirect? The search will show its results again.',
    deletedMessage: 'Redirect deleted.',
  });
  const synonymDialog = useRecordDialog(synonyms, ({ words }) => words.join(' = '));
  const redirectDialog = useRecordDialog(redirects, ({ text }) => text);
  const add = (dialog: { open: (record: null) => void }, text: string) => {
    setInitialText(text);
    dialog.open(null);
  };
  const { data, problem } = list;
  const showsSearches = tab === 'all' || tab === 'nothing';
  return (
    <>
      <ScreenHead title="Searches">
        <SearchField key={tab} label={showsSearches ? 'Find a search' : `Find ${tab}`} />
        {showsSearches && <PeriodLinks days={days} />}
        {tab === 'synonyms' && <AddButton onClick={() => add(synonymDialog, '')}>Add synonym</AddButton>}
        {tab === 'redirects' && <AddButton onClick={() => add(redirectDialog, '')}>Add redirect</AddButton>}
      </ScreenHead>
      <Tabs
        label="Searches, synonyms and redirects"
        tabs={searchTabs.map((each) => ({ to: tabUrl(each, days), active: each === tab, label: tabLabels[each] }))}
      />
      {showsSearches && data.searches.length > 0 && (
        <p className="mb-4 max-w-[70ch] text-sm text-muted">
          Searches that three or more visitors typed on the same day. Each visitor counts once a day.
        </p>
      )}
      {showsSearches && (
        <DataTable
          label={tabLabels[tab]}
          columns={searchColumns({
            onSynonym: ({ text, synonyms: [synonym] }) =>
              synonym ? synonymDialog.open(synonym) : add(synonymDialog, text),
            onRedirect: ({ text, redirect }) => (redirect ? redirectDialog.open(redirect) : add(redirectDialog, text)),
            onUndoSynonym: (synonym) => void synonyms.remove(synonym),
            onUndoRedirect: (redirect) => void redirects.remove(redirect),
          })}
          rows={data.searches}
          problem={problem}
          keyOf={({ text }) => text}
          empty={
            <Empty title={tab === 'nothing' ? 'No failed searches' : 'No searches yet'}>
              Searches appear once three different visitors have typed them on the same day.
            </Empty>
          }
        />
      )}
      {tab === 'synonyms' && (
        <DataTable
          label="Synonyms"
          columns={synonymColumns({
            onEdit: synonymDialog.open,
            onDelete: (synonym) => void synonyms.remove(synonym),
          })}
          rows={data.synonyms}
          problem={problem}
          keyOf={({ id }) => id}
          onOpen={synonymDialog.open}
          empty={<Empty title="No synonyms yet">Synonyms find each other: “car” also finds “auto”.</Empty>}
        />
      )}
      {tab === 'redirects' && (
        <DataTable
          label="Redirects"
          columns={redirectColumns({
            onEdit: redirectDialog.open,
            onDelete: (redirect) => void redirects.remove(redirect),
          })}
          rows={data.redirects}
          problem={problem}
          keyOf={({ id }) => id}
          onOpen={redirectDialog.open}
          empty={<Empty title="No redirects yet">A redirect sends a search to a page, such as that of a tag.</Empty>}
        />
      )}
      <Pagination page={page} totalPages={data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={synonymDialog}
        titles={{ add: 'Add synonym', edit: 'Edit synonym' }}
        submits={{ add: 'Add synonym', edit: 'Save synonym' }}
        labels={synonymLabels}
        draftOf={synonymDraft}
      >
        {(synonym) => <SynonymFields words={synonym?.words ?? (initialText === '' ? [] : [initialText])} />}
      </RecordDialog>
      <RecordDialog
        dialog={redirectDialog}
        titles={{ add: 'Add redirect', edit: 'Edit redirect' }}
        submits={{ add: 'Add redirect', edit: 'Save redirect' }}
        labels={redirectLabels}
        draftOf={redirectDraft}
      >
        {(redirect) => <RedirectFields text={redirect?.text ?? initialText} path={redirect?.path ?? ''} />}
      </RecordDialog>
    </>
  );
}
