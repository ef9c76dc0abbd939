import type { FileLinkRecord } from '#contract/file-links.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { fileLinkColumns } from './file-link-columns.tsx';
import { FileLinkFields, type FileLinkValues, fileLinkLabels, fileLinkValues } from './file-link-fields.tsx';

export const clientLoader = () => loadOr(adminClient.getFileLinks(), [], 'Failed to fetch TeraBox links');

export default function TeraBox({ loaderData: { data: links, problem } }: Route.ComponentProps) {
  const editor = useRecordEditor<FileLinkRecord, FileLinkValues>({
    add: (body) => adminClient.addFileLink({ body }),
    update: ({ _id }, body) => adminClient.updateFileLink({ params: { id: _id }, body }),
    remove: ({ _id }) => adminClient.deleteFileLink({ params: { id: _id }, body: {} }),
    deleteQuestion: 'Are you sure you want to delete this TeraBox link?',
  });
  const remove = (link: FileLinkRecord) => void editor.remove(link);
  return (
    <>
      <ScreenHead title="Manage TeraBox Links">
        <button type="button" className="btn btn-primary" onClick={() => editor.show(null)}>
          Add New Link
        </button>
      </ScreenHead>
      <Problem message={problem} />
      <DataTable
        label="TeraBox links"
        columns={fileLinkColumns({ onEdit: editor.show, onDelete: remove })}
        rows={links}
        keyOf={({ _id }) => _id}
        onOpen={editor.show}
        onDelete={remove}
        empty={<Empty title="No TeraBox links found">Add your first TeraBox link to get started.</Empty>}
      />
      <RecordDialog
        editor={editor}
        titles={{ add: 'Add New TeraBox Link', edit: 'Edit TeraBox Link' }}
        submits={{ add: 'Add Link', edit: 'Update Link' }}
        labels={fileLinkLabels}
        valuesOf={fileLinkValues}
      >
        {(link) => <FileLinkFields link={link} />}
      </RecordDialog>
    </>
  );
}
