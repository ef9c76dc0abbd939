import { useLocation } from 'react-router';
import type { FileLinkRecord } from '#contract/directory.ts';
import { fileLinkCategories, fileTypes } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { Icon } from '../../components/icon.tsx';
import { Pagination } from '../../components/pagination.tsx';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formTexts } from '../kit/forms/form.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { type ListQuery, noPages, type RecordCalls, type WithId, withId } from '../kit/records/record.ts';
import { RecordDialog, useAddFromUrl, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton, Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { actionsColumn, type Column, categoryColumn, shortenedColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

type FileLink = WithId<FileLinkRecord>;
type FileLinkDraft = Pick<FileLink, 'title' | 'url' | 'category' | 'fileType' | 'size' | 'description'>;

const loadFileLinks = async (query: ListQuery) => {
  const { links, pagination } = await adminClient.searchFileLinks({ query });
  return { links: links.map(withId), pagination };
};

const fileLinkCalls: RecordCalls<FileLink, FileLinkDraft> = {
  drafts: 'terabox',
  add: async (body) => withId((await adminClient.addFileLink({ body })).link),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateFileLink({ params: { id }, body: { ...draft, version } })).link),
  remove: ({ id, version }) => adminClient.deleteFileLink({ params: { id }, body: { version } }),
  fromWire: (record: FileLinkRecord) => withId(record),
};

const sheet = 'M6 3h8l4 4v14H6zM14 3v4h4';

const iconPaths: Record<FileLink['fileType'], string> = {
  video: 'M8 5.5v13l11-6.5z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  document: `${sheet}M9 12h6M9 16h6`,
  archive: `${sheet}M11 6h1M12 9h1M11 12h1M12 15h1v3h-2v-3z`,
  other: sheet,
};

function FileTypeIcon({ type }: { type: FileLink['fileType'] }) {
  return (
    <svg
      role="img"
      aria-label={type}
      data-icon={type}
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-accent"
    >
      <path d={iconPaths[type]} />
    </svg>
  );
}

interface Actions {
  onEdit: (link: FileLink) => void;
  onDelete: (link: FileLink) => void;
}

const fileLinkColumns = ({ onEdit, onDelete }: Actions): Column<FileLink>[] => [
  {
    id: 'type',
    header: 'Type',
    phone: 'picture',
    cell: (row) => <FileTypeIcon type={row.fileType} />,
  },
  shortenedColumn({
    id: 'title',
    header: 'Title',
    className: 'font-medium md:max-w-[140px] lg:max-w-[200px]',
    phone: 'title',
    textOf: ({ title }) => title,
  }),
  categoryColumn(({ category }) => category),
  {
    id: 'size',
    header: 'Size',
    phone: 'detail',
    cell: (row) => <span className="cell-text max-md:inline md:min-w-20">{row.size || 'Unknown'}</span>,
  },
  shortenedColumn({
    id: 'description',
    header: 'Description',
    className: 'text-muted md:max-w-[120px] lg:max-w-[150px]',
    textOf: ({ description }) => description,
  }),
  {
    id: 'url',
    header: 'URL',
    cell: (row) => (
      <a
        href={row.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open ${row.title}`}
        className="icon-button"
      >
        <Icon name="external" />
      </a>
    ),
  },
  actionsColumn((link) => (
    <RowActions
      name={link.title}
      history={{ entity: 'file_link', id: link.id }}
      onEdit={() => onEdit(link)}
      onDelete={() => onDelete(link)}
    />
  )),
];

const fileLinkLabels: { [K in keyof FileLinkDraft]: string } = {
  title: 'Title',
  url: 'TeraBox URL',
  category: 'Category',
  fileType: 'File Type',
  size: 'File Size',
  description: 'Description',
};

const fileLinkDraft = (form: FormData) =>
  formTexts(form, 'title', 'url', 'category', 'fileType', 'size', 'description') as FileLinkDraft;

function FileLinkFields({ link }: { link: FileLinkDraft | null }) {
  return (
    <>
      <TextField
        label={fileLinkLabels.title}
        name="title"
        required
        maxLength={limits.fileLink.title}
        defaultValue={link?.title}
      />
      <TextField
        label={fileLinkLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={link?.url}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fileLinkLabels.category}
          name="category"
          options={fileLinkCategories}
          defaultValue={link?.category ?? 'videos'}
        />
        <SelectField
          label={fileLinkLabels.fileType}
          name="fileType"
          options={fileTypes}
          defaultValue={link?.fileType ?? 'video'}
        />
      </div>
      <TextField
        label={fileLinkLabels.size}
        name="size"
        maxLength={limits.fileLink.size}
        placeholder="1.5 GB, 250 MB"
        defaultValue={link?.size}
      />
      <TextAreaField
        label={fileLinkLabels.description}
        name="description"
        maxLength={limits.fileLink.description}
        defaultValue={link?.description}
      />
    </>
  );
}

const pageSize = 20;
const emptyList = { links: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadPage(url, loadFileLinks(query), emptyList, 'Failed to fetch TeraBox links') };
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
