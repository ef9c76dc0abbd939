import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { type FileLink, fileLinkCalls, loadFileLinks } from '../kit/records/file-link.ts';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useAddFromUrl } from '../kit/records/use-add-from-url.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { fileLinkColumns } from './file-link-columns.tsx';
import { FileLinkFields, fileLinkDraft, fileLinkLabels } from './file-link-fields.tsx';

const pageSize = 20;
const nothing = { links: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadPage(url, loadFileLinks(query), nothing, 'Failed to fetch TeraBox links') };
};

export default function FileLinks({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const { links, pagination } = list.data;
  const editor = useRecordEditor({
    calls: fileLinkCalls,
    noun: 'TeraBox link',
    deletedKind: 'terabox',
    deleteQuestion: 'Are you sure you want to delete this TeraBox link?',
  });
  const dialog = useRecordDialog(editor, ({ title }) => title);
  useAddFromUrl(() => dialog.open(null));
  const remove = (link: FileLink) => void editor.remove(link);
  return (
    <>
      <ScreenHead title="Manage TeraBox Links">
        <SearchField label="Search TeraBox links" />
        <AddButton onClick={() => dialog.open(null)}>Add New Link</AddButton>
      </ScreenHead>
      <DataTable
        label="TeraBox links"
        columns={fileLinkColumns({ onEdit: dialog.open, onDelete: remove })}
        rows={links}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={remove}
        empty={<Empty title="No TeraBox links found">Add your first TeraBox link to get started.</Empty>}
      />
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={dialog}
        titles={{ add: 'Add New TeraBox Link', edit: 'Edit TeraBox Link' }}
        submits={{ add: 'Add Link', edit: 'Update Link' }}
        labels={fileLinkLabels}
        draftOf={fileLinkDraft}
      >
        {(link) => <FileLinkFields link={link} />}
      </RecordDialog>
    </>
  );
}
