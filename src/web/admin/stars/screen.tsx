import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { loadStars, type Star, starCalls } from '../kit/records/star.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadOr } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { starColumns } from './star-columns.tsx';
import { StarFields, starDraft, starLabels } from './star-fields.tsx';

const pageSize = 20;
const nothing = { stars: [], pagination: { currentPage: 1, totalPages: 0, totalCount: 0 } };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadOr(loadStars(query), nothing, 'Failed to fetch stars') };
};

export default function Stars({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const editor = useRecordEditor({
    calls: starCalls,
    deleteQuestion: 'Are you sure you want to delete this star?',
  });
  const dialog = useRecordDialog(editor);
  const remove = (star: Star) => void editor.remove(star);
  return (
    <>
      <ScreenHead title="Star Management">
        <SearchField label="Search stars" />
        <button type="button" className="btn btn-primary" onClick={() => dialog.open(null)}>
          Add New Star
        </button>
      </ScreenHead>
      <Problem message={list.problem} />
      <DataTable
        label="Stars"
        columns={starColumns({ onEdit: dialog.open, onDelete: remove })}
        rows={list.data.stars}
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
        labels={starLabels}
        draftOf={starDraft}
      >
        {(star) => <StarFields star={star} />}
      </RecordDialog>
    </>
  );
}
