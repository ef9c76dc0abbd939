import { useLocation, useSearchParams } from 'react-router';
import { type ListKind, listKinds } from '#contract/values/list-kinds.ts';
import { Pagination } from '../../components/pagination.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { type ListText, listTextCalls, loadListTexts } from '../kit/records/list-text.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { listTextColumns } from './list-text-columns.tsx';
import { ListTextFields, listTextDraft, listTextLabels } from './list-text-fields.tsx';

const pageSize = 20;
const nothing = { texts: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };

const kindLabels: Record<ListKind, string> = {
  list: 'Lists',
  category: 'Categories',
  tag: 'Tags',
  performer: 'Stars',
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = listKinds.find((each) => each === url.searchParams.get('kind')) ?? 'list';
  const edited = url.searchParams.get('edited') === 'true';
  const page = pageOf(url);
  const query = { kind, edited, page, limit: pageSize, search: searchOf(url) };
  return { kind, edited, page, list: await loadPage(url, loadListTexts(query), nothing, 'Failed to fetch texts') };
};

export default function ListTexts({ loaderData: { kind, edited, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const editor = useRecordEditor({
    calls: listTextCalls,
    noun: 'Texts',
    deleteQuestion: 'Replace the texts of this page by the default ones?',
    confirmLabel: 'Use default',
    deletedMessage: 'The page has its default texts again.',
  });
  const dialog = useRecordDialog(editor, ({ title }) => title || 'The page’s texts');
  const reset = (text: ListText) => void editor.remove(text);

  const showEdited = (isOn: boolean) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    if (isOn) updated.set('edited', 'true');
    else updated.delete('edited');
    setParameters(updated);
  };

  return (
    <>
      <ScreenHead title="Page Texts">
        <SearchField label="Search pages" />
        <button
          type="button"
          aria-pressed={edited}
          className="btn btn-quiet h-10 px-4 text-sm"
          onClick={() => showEdited(!edited)}
        >
          Only own texts
        </button>
      </ScreenHead>
      <Tabs
        label="Kinds of pages"
        tabs={listKinds.map((each) => ({
          to: `/admin/page-texts?kind=${each}`,
          active: each === kind,
          label: kindLabels[each],
        }))}
      />
      <DataTable
        label="Pages"
        columns={listTextColumns({ onEdit: dialog.open, onReset: reset })}
        rows={list.data.texts}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        empty={<Empty title="No pages found">{edited && 'No page of this kind has texts of its own.'}</Empty>}
      />
      <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={dialog}
        titles={{ add: '', edit: `Texts of ${dialog.record?.label ?? ''}` }}
        submits={{ add: '', edit: 'Save Texts' }}
        labels={listTextLabels}
        draftOf={listTextDraft}
      >
        {(text) => dialog.record && <ListTextFields id={dialog.record.id} text={text} />}
      </RecordDialog>
    </>
  );
}
