import { useLocation } from 'react-router';
import type { StarRecord } from '#contract/stars.ts';
import { Pagination } from '../../components/pagination.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { starColumns } from './star-columns.tsx';
import { StarFields, type StarValues, starLabels, starValues } from './star-fields.tsx';

const pageSize = 20;
const nothing = { success: true as const, stars: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadOr(adminClient.getStars({ query }), nothing, 'Failed to fetch stars') };
};

export default function Stars({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const editor = useRecordEditor<StarRecord, StarValues>({
    add: (body) => adminClient.addStar({ body }),
    update: ({ _id }, body) => adminClient.updateStar({ params: { id: _id }, body }),
    remove: ({ _id }) => adminClient.deleteStar({ params: { id: _id }, body: {} }),
    deleteQuestion: 'Are you sure you want to delete this star?',
  });
  const remove = (star: StarRecord) => void editor.remove(star);
  return (
    <>
      <ScreenHead title="Star Management">
        <SearchField label="Search stars" />
        <button type="button" className="btn btn-primary" onClick={() => editor.show(null)}>
          Add New Star
        </button>
      </ScreenHead>
      <Problem message={list.problem} />
      <DataTable
        label="Stars"
        columns={starColumns({ onEdit: editor.show, onDelete: remove })}
        rows={list.data.stars}
        keyOf={({ _id }) => _id}
        onOpen={editor.show}
        onDelete={remove}
        empty={<Empty title="No stars found">Add your first star to get started.</Empty>}
      />
      <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        editor={editor}
        titles={{ add: 'Add New Star', edit: 'Edit Star' }}
        submits={{ add: 'Add Star', edit: 'Update Star' }}
        labels={starLabels}
        valuesOf={starValues}
      >
        {(star) => <StarFields star={star} />}
      </RecordDialog>
    </>
  );
}
