import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { loadPerformers, type Performer, performerCalls } from '../kit/records/performer.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useAddFromUrl } from '../kit/records/use-add-from-url.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { performerColumns } from './performer-columns.tsx';
import { PerformerFields, performerDraft, performerLabels } from './performer-fields.tsx';

const pageSize = 20;
const nothing = { performers: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return {
    page,
    search: query.search,
    list: await loadPage(url, loadPerformers(query), nothing, 'Failed to fetch stars'),
  };
};

export default function Performers({ loaderData: { page, search, list } }: Route.ComponentProps) {
  const location = useLocation();
  const editor = useRecordEditor({
    calls: performerCalls,
    noun: 'Star',
    deletedKind: 'stars',
    deleteQuestion: 'Are you sure you want to delete this star?',
  });
  const dialog = useRecordDialog(editor, ({ name }) => name);
  useAddFromUrl(() => dialog.open(null));
  const remove = (performer: Performer) => void editor.remove(performer);
  return (
    <>
      <ScreenHead title="Star Management">
        <SearchField label="Search stars" />
        <ExportMenu list="stars" query={{ search, sort: 'name' }} />
        <AddButton onClick={() => dialog.open(null)}>Add New Star</AddButton>
      </ScreenHead>
      <DataTable
        label="Stars"
        columns={performerColumns({ onEdit: dialog.open, onDelete: remove })}
        rows={list.data.performers}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={remove}
        empty={<Empty title="No stars found">Add your first star to get started.</Empty>}
      />
      <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={dialog}
        titles={{ add: 'Add New Star', edit: 'Edit Star' }}
        submits={{ add: 'Add Star', edit: 'Update Star' }}
        labels={performerLabels}
        draftOf={performerDraft}
      >
        {(performer) => <PerformerFields performer={performer} />}
      </RecordDialog>
    </>
  );
}
