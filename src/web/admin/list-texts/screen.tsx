import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { ListTextRecord } from '#contract/page-texts.ts';
import { limits } from '#contract/values/fields.ts';
import { type ListKind, listKinds } from '#contract/values/record-kinds.ts';
import { Icon } from '../../components/icon.tsx';
import { defaultTexts, defaultTitle, listFactsOf } from '../../components/list-texts.ts';
import { Pagination } from '../../components/pagination.tsx';
import { TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formTexts } from '../kit/forms/form.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { noPages, type RecordCalls } from '../kit/records/record.ts';
import { RecordDialog, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

/** The texts of one list. The id consists of its kind and name. */
interface ListText extends ListTextRecord {
  id: string;
}

type ListTextDraft = Pick<ListText, 'title' | 'description' | 'introduction'>;

const noTexts: ListTextDraft = { title: '', description: '', introduction: '' };

const withListId = (record: ListTextRecord): ListText => ({ ...record, id: `${record.kind}/${record.name}` });

const paramsOf = (id: string) => {
  const [kind = '', name = ''] = id.split('/');
  return { kind: kind as ListKind, name };
};

interface ListTextsQuery {
  kind: ListKind;
  page: number;
  limit: number;
  search: string;
  edited: boolean;
}

const loadListTexts = async (query: ListTextsQuery) => {
  const { texts, pagination } = await adminClient.getListTexts({ query });
  return { texts: texts.map(withListId), pagination };
};

const loadDefaultTexts = async (id: string): Promise<ListTextDraft> =>
  defaultTexts(listFactsOf(await adminClient.getListText({ params: paramsOf(id) })));

const save = async (id: string, draft: ListTextDraft, version: number) =>
  withListId((await adminClient.saveListText({ params: paramsOf(id), body: { ...draft, version } })).text);

/** Lists always exist, so texts are only updated. Deleting them restores the defaults. */
const listTextCalls: RecordCalls<ListText, ListTextDraft> = {
  drafts: 'page-text',
  add: async () => undefined,
  update: ({ id, version }, draft) => save(id, draft, version),
  remove: ({ id, version }) => save(id, noTexts, version),
  fromWire: (record: ListTextRecord) => withListId(record),
};

const paths = { list: '', category: '/category', tag: '/tag', performer: '/pornstar' };
const pathOf = ({ kind, name }: ListText) => `${paths[kind]}/${encodeURIComponent(name)}`;

const hasOwnText = ({ title, description, introduction }: ListText) =>
  title !== '' || description !== '' || introduction !== '';

interface ListTextActions {
  onEdit: (text: ListText) => void;
  onReset: (text: ListText) => void;
}

const listTextColumns = ({ onEdit, onReset }: ListTextActions): Column<ListText>[] => [
  {
    id: 'label',
    header: 'Page',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="[overflow-wrap:anywhere]">{row.label}</bdi>,
  },
  {
    id: 'state',
    header: 'Texts',
    className: 'md:w-px whitespace-nowrap',
    phone: 'detail',
    cell: (row) =>
      hasOwnText(row) ? <Badge tone="accent">custom</Badge> : <span className="text-muted">default</span>,
  },
  shortenedColumn({
    id: 'title',
    header: 'Title',
    className: 'md:max-w-40 lg:max-w-80',
    phone: 'detail',
    textOf: (text) => text.title || defaultTitle(text),
    isMuted: ({ title }) => title === '',
  }),
  actionsColumn((text) => (
    <div className="flex items-center justify-end gap-2">
      <a
        href={pathOf(text)}
        target="_blank"
        rel="noopener"
        aria-label={`View ${text.label} on site`}
        className="icon-button size-9"
      >
        <Icon name="external" />
      </a>
      <RowButton label={`Edit the texts of ${text.label}`} onClick={() => onEdit(text)}>
        Edit
      </RowButton>
      {hasOwnText(text) && (
        <RowButton label={`Use the default texts of ${text.label}`} onClick={() => onReset(text)}>
          Use default
        </RowButton>
      )}
    </div>
  )),
];

const listTextLabels: { [K in keyof ListTextDraft]: string } = {
  title: 'Title',
  description: 'Description',
  introduction: 'Introduction',
};

const listTextDraft = (form: FormData): ListTextDraft => formTexts(form, 'title', 'description', 'introduction');

/** Empty fields show the default text as their placeholder. */
function ListTextFields({ id, text }: { id: string; text: ListTextDraft | null }) {
  const [defaults, setDefaults] = useState(noTexts);
  useEffect(() => {
    let isCurrent = true;
    loadDefaultTexts(id).then(
      (loaded) => isCurrent && setDefaults(loaded),
      // Defaults are only placeholders, so a failure is not shown.
      (error: unknown) => console.warn(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return (
    <>
      <p className="text-sm text-muted">
        Empty fields show the default in gray. It is generated from the page’s videos.
      </p>
      <TextField
        label={listTextLabels.title}
        name="title"
        maxLength={limits.listText.title}
        hint="Shown in search results and the browser tab. The site name is added."
        placeholder={defaults.title}
        defaultValue={text?.title}
      />
      <TextAreaField
        label={listTextLabels.description}
        name="description"
        rows={3}
        maxLength={limits.listText.description}
        hint="Shown in search results. 70 to 155 characters fit in full."
        placeholder={defaults.description}
        defaultValue={text?.description}
      />
      <TextAreaField
        label={listTextLabels.introduction}
        name="introduction"
        rows={7}
        maxLength={limits.listText.introduction}
        hint="Shown on the first page of the list. A blank line starts a new paragraph."
        placeholder={defaults.introduction}
        defaultValue={text?.introduction}
      />
    </>
  );
}

const pageSize = 20;
const emptyList = { texts: [], pagination: noPages };

const kindLabels: Record<ListKind, string> = {
  list: 'Lists',
  category: 'Categories',
  tag: 'Tags',
  performer: 'Stars',
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = listKinds.find((known) => known === url.searchParams.get('kind')) ?? 'list';
  const edited = url.searchParams.get('edited') === 'true';
  const page = pageOf(url);
  const query = { kind, edited, page, limit: pageSize, search: searchOf(url) };
  return { kind, edited, page, list: await loadPage(url, loadListTexts(query), emptyList, 'Failed to fetch texts') };
};

export default function ListTexts({ loaderData: { kind, edited, page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const editor = useRecordEditor({
    calls: listTextCalls,
    noun: 'Texts',
    deleteQuestion: 'Replace the texts of this page with the defaults?',
    confirmLabel: 'Use default',
    deletedMessage: 'Default texts restored.',
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
      <ScreenHead title="Page texts">
        <SearchField label="Search pages" />
        <button
          type="button"
          aria-pressed={edited}
          className="btn btn-quiet h-10 px-4 text-sm"
          onClick={() => showEdited(!edited)}
        >
          Only custom texts
        </button>
      </ScreenHead>
      <Tabs
        label="Kinds of pages"
        tabs={listKinds.map((listKind) => ({
          to: `/admin/page-texts?kind=${listKind}`,
          active: listKind === kind,
          label: kindLabels[listKind],
        }))}
      />
      <DataTable
        label="Pages"
        columns={listTextColumns({ onEdit: dialog.open, onReset: reset })}
        rows={list.data.texts}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        empty={<Empty title="No pages found">{edited && 'No page of this kind has custom texts.'}</Empty>}
      />
      <Pagination page={page} totalPages={list.data.pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={dialog}
        titles={{ add: '', edit: `Texts of ${dialog.record?.label ?? ''}` }}
        submits={{ add: '', edit: 'Save texts' }}
        labels={listTextLabels}
        draftOf={listTextDraft}
      >
        {(text) => dialog.record && <ListTextFields id={dialog.record.id} text={text} />}
      </RecordDialog>
    </>
  );
}
