import { useState } from 'react';
import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { pageUrl } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { searchRedirectCalls } from '../kit/records/search-redirect.ts';
import { synonymCalls } from '../kit/records/synonym.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { PeriodLinks } from './period-links.tsx';
import { RedirectFields, redirectDraft, redirectLabels } from './redirect-fields.tsx';
import { redirectColumns, synonymColumns } from './rule-columns.tsx';
import { searchColumns } from './search-columns.tsx';
import { loadTab, type SearchTab, searchTabs, tabUrl } from './search-tabs.ts';
import { SynonymFields, synonymDraft, synonymLabels } from './synonym-fields.tsx';

const tabLabels: Record<SearchTab, string> = {
  all: 'All searches',
  nothing: 'Found nothing',
  synonyms: 'Synonyms',
  redirects: 'Redirects',
};

const threeVisitors = 'Searches appear once three different visitors have typed them on one day.';

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadTab(url);

export default function Searches({ loaderData: { tab, days, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  /** The search that a new synonym or redirect is made of. */
  const [madeOf, setMadeOf] = useState('');
  const synonyms = useRecordEditor({
    calls: synonymCalls,
    noun: 'Synonym',
    deleteQuestion: 'Should these words no longer find each other?',
    deletedMessage: 'The synonym is deleted.',
  });
  const redirects = useRecordEditor({
    calls: searchRedirectCalls,
    noun: 'Redirect',
    deleteQuestion: 'Should this search show its results again?',
    deletedMessage: 'The redirect is deleted.',
  });
  const synonymDialog = useRecordDialog(synonyms, ({ words }) => words.join(' = '));
  const redirectDialog = useRecordDialog(redirects, ({ text }) => text);
  const addSynonym = (text: string) => {
    setMadeOf(text);
    synonymDialog.open(null);
  };
  const addRedirect = (text: string) => {
    setMadeOf(text);
    redirectDialog.open(null);
  };
  const { data, problem } = list;
  const showsSearches = tab === 'all' || tab === 'nothing';
  return (
    <>
      <ScreenHead title="Searches">
        <SearchField key={tab} label={showsSearches ? 'Find a search' : `Find ${tab}`} />
        {showsSearches && <PeriodLinks days={days} />}
        {tab === 'synonyms' && <AddButton onClick={() => addSynonym('')}>Add Synonym</AddButton>}
        {tab === 'redirects' && <AddButton onClick={() => addRedirect('')}>Add Redirect</AddButton>}
      </ScreenHead>
      <Tabs
        label="Searches and what was made of them"
        tabs={searchTabs.map((each) => ({ to: tabUrl(each, days), active: each === tab, label: tabLabels[each] }))}
      />
      {showsSearches && data.searches.length > 0 && (
        <p className="mb-4 max-w-[70ch] text-sm text-muted">
          What three or more visitors typed on one day. Each of them counts once a day.
        </p>
      )}
      {showsSearches && (
        <DataTable
          label={tabLabels[tab]}
          columns={searchColumns({
            onSynonym: ({ text, synonyms: [made] }) => (made ? synonymDialog.open(made) : addSynonym(text)),
            onRedirect: ({ text, redirect }) => (redirect ? redirectDialog.open(redirect) : addRedirect(text)),
            onUndoSynonym: (synonym) => void synonyms.remove(synonym),
            onUndoRedirect: (redirect) => void redirects.remove(redirect),
          })}
          rows={data.searches}
          problem={problem}
          keyOf={({ text }) => text}
          empty={
            <Empty title={tab === 'nothing' ? 'No search found nothing' : 'No searches yet'}>{threeVisitors}</Empty>
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
          empty={<Empty title="No synonyms yet">Words of a synonym find each other: “car” also finds “auto”.</Empty>}
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
          empty={<Empty title="No redirects yet">A redirect leads a search to a page, such as that of a tag.</Empty>}
        />
      )}
      <Pagination page={page} totalPages={data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={synonymDialog}
        titles={{ add: 'Add Synonym', edit: 'Edit Synonym' }}
        submits={{ add: 'Add Synonym', edit: 'Save Synonym' }}
        labels={synonymLabels}
        draftOf={synonymDraft}
      >
        {(synonym) => <SynonymFields words={synonym?.words ?? (madeOf === '' ? [] : [madeOf])} />}
      </RecordDialog>
      <RecordDialog
        dialog={redirectDialog}
        titles={{ add: 'Add Redirect', edit: 'Edit Redirect' }}
        submits={{ add: 'Add Redirect', edit: 'Save Redirect' }}
        labels={redirectLabels}
        draftOf={redirectDraft}
      >
        {(redirect) => <RedirectFields text={redirect?.text ?? madeOf} path={redirect?.path ?? ''} />}
      </RecordDialog>
    </>
  );
}
