import { useLocation } from 'react-router';
import { categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { truncate } from '../../components/format.ts';
import { Pagination } from '../../components/pagination.tsx';
import { performerPlaceholder } from '../../components/pictures.tsx';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formTexts } from '../kit/forms/form.tsx';
import { UploadedImageField } from '../kit/forms/image-fields.tsx';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { loadPerformers, type Performer, type PerformerDraft, performerCalls } from '../kit/records/performer.ts';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog, useAddFromUrl, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton, Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { actionsColumn, type Column, categoryColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

const maxDescriptionLength = 100;

interface Actions {
  onEdit: (performer: Performer) => void;
  onDelete: (performer: Performer) => void;
}

const performerColumns = ({ onEdit, onDelete }: Actions): Column<Performer>[] => [
  {
    id: 'image',
    header: 'Image',
    className: 'md:w-px',
    phone: 'picture',
    cell: (row) => (
      <Picture src={row.image || performerPlaceholder} alt={row.name} className="size-[50px] rounded-lg" />
    ),
  },
  {
    id: 'name',
    header: 'Name',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="cell-text">{row.name}</bdi>,
  },
  categoryColumn(({ category }) => category),
  {
    id: 'description',
    header: 'Description',
    className: 'text-muted',
    phone: 'detail',
    cell: (row) => <bdi className="cell-text max-md:inline">{truncate(row.description, maxDescriptionLength)}</bdi>,
  },
  actionsColumn((performer) => (
    <RowActions
      name={performer.name}
      history={{ entity: 'star', id: performer.id }}
      onEdit={() => onEdit(performer)}
      onDelete={() => onDelete(performer)}
    />
  )),
];

const performerLabels: { [K in keyof PerformerDraft]: string } = {
  name: 'Name',
  image: 'Image URL',
  category: 'Category',
  description: 'Description',
};

const performerDraft = (form: FormData) =>
  formTexts(form, 'name', 'image', 'category', 'description') as PerformerDraft;

function PerformerFields({ performer }: { performer: PerformerDraft | null }) {
  return (
    <>
      <TextField
        label={performerLabels.name}
        name="name"
        required
        maxLength={limits.performer.name}
        defaultValue={performer?.name}
      />
      <UploadedImageField label={performerLabels.image} name="image" defaultValue={performer?.image} />
      <SelectField
        label={performerLabels.category}
        name="category"
        options={categories}
        defaultValue={performer?.category ?? 'english'}
      />
      <TextAreaField
        label={performerLabels.description}
        name="description"
        maxLength={limits.performer.description}
        defaultValue={performer?.description}
      />
    </>
  );
}

const pageSize = 20;
const emptyList = { performers: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return {
    page,
    search: query.search,
    list: await loadPage(url, loadPerformers(query), emptyList, 'Failed to fetch stars'),
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
      <ScreenHead title="Star management">
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
