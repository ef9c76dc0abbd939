import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListTextRecord } from '#contract/page-texts.ts';
import { limits } from '#contract/values/fields.ts';
import { type ListKind, listKinds } from '#contract/values/record-kinds.ts';
import { Icon } from '../../components/icon.tsx';
import { defaultTexts, defaultTitle, listFactsOf } from '../../components/list-texts.ts';
import { longText, RecordFields, text } from '../kit/records/form-fields.tsx';
import type { DraftOf, ListQuery } from '../kit/records/record.ts';
import { loadRecords, type RecordKind } from '../kit/records/record-kind.ts';
import { RecordScreen } from '../kit/records/record-screen.tsx';
import { Tabs } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { Badge } from '../kit/table/badge.tsx';
import { nameColumn, shortenedColumn } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

/** The texts of one list. The id consists of its kind and name. */
interface ListText extends ListTextRecord {
  id: string;
}

type ListTextDraft = DraftOf<'saveListText'>;

const noTexts: ListTextDraft = { title: '', description: '', introduction: '' };

const withListId = (record: ListTextRecord): ListText => ({ ...record, id: `${record.kind}/${record.name}` });

const paramsOf = (id: string) => {
  const [kind = '', name = ''] = id.split('/');
  return { kind: kind as ListKind, name };
};

const loadDefaultTexts = async (id: string): Promise<ListTextDraft> =>
  defaultTexts(listFactsOf(await adminClient.getListText({ params: paramsOf(id) })));

const save = async (id: string, draft: ListTextDraft, version: number) =>
  withListId((await adminClient.saveListText({ params: paramsOf(id), body: { ...draft, version } })).text);

const paths = { list: '', category: '/category', tag: '/tag', performer: '/pornstar' };
const pathOf = ({ kind, name }: ListText) => `${paths[kind]}/${encodeURIComponent(name)}`;

const hasOwnText = ({ title, description, introduction }: ListText) =>
  title !== '' || description !== '' || introduction !== '';

const loadListTexts = async (query: ListQuery & { kind: ListKind; edited: boolean }) => {
  const { texts, pagination } = await adminClient.getListTexts({ query });
  return { records: texts.map(withListId), pagination };
};

/** Lists always exist, so texts are only updated. Deleting them restores the defaults. */
const listTexts: RecordKind<ListText, ListTextDraft> = {
  words: {
    title: 'Page texts',
    list: 'Pages',
    search: 'Search pages',
    failed: 'Failed to fetch texts',
    empty: { title: 'No pages found' },
    edit: { title: 'Texts of a page', submit: 'Save texts' },
    noun: 'Texts',
    deleteQuestion: 'Replace the texts of this page with the defaults?',
    confirmLabel: 'Use default',
    deletedMessage: 'Default texts restored.',
  },
  calls: {
    drafts: 'page-text',
    list: (query) => loadListTexts({ ...query, kind: 'list', edited: false }),
    add: async () => undefined,
    update: ({ id, version }, draft) => save(id, draft, version),
    remove: ({ id, version }) => save(id, noTexts, version),
    fromWire: (record: ListTextRecord) => withListId(record),
  },
  pageSize: 20,
  nameOf: ({ title }) => title || 'The page’s texts',
  formTitleOf: ({ label }) => `Texts of ${label}`,
  formOf: (values, record) => record && <ListTextFields id={record.id} values={values} />,
  columns: [
    nameColumn('label', 'Page', '[overflow-wrap:anywhere]'),
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
  ],
  actionsOf: (text, { edit, remove }) => (
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
      <RowButton label={`Edit the texts of ${text.label}`} onClick={() => edit(text)}>
        Edit
      </RowButton>
      {hasOwnText(text) && (
        <RowButton label={`Use the default texts of ${text.label}`} onClick={() => remove(text)}>
          Use default
        </RowButton>
      )}
    </div>
  ),
  fields: {
    title: text({
      label: 'Title',
      maxLength: limits.listText.title,
      hint: 'Shown in search results and the browser tab. The site name is added.',
    }),
    description: longText({
      label: 'Description',
      rows: 3,
      maxLength: limits.listText.description,
      hint: 'Shown in search results. 70 to 155 characters fit in full.',
    }),
    introduction: longText({
      label: 'Introduction',
      rows: 7,
      maxLength: limits.listText.introduction,
      hint: 'Shown on the first page of the list. A blank line starts a new paragraph.',
    }),
  },
};

/** Empty fields show the default text as their placeholder. */
function ListTextFields({ id, values }: { id: string; values: Partial<ListTextDraft> | null }) {
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
      <RecordFields fields={listTexts.fields} values={values} placeholders={defaults} />
    </>
  );
}

const kindLabels: Record<ListKind, string> = {
  list: 'Lists',
  category: 'Categories',
  tag: 'Tags',
  performer: 'Stars',
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const kind = listKinds.find((known) => known === url.searchParams.get('kind')) ?? 'list';
  const edited = url.searchParams.get('edited') === 'true';
  const loaded = await loadRecords(listTexts, url, (query) => loadListTexts({ ...query, kind, edited }));
  return { kind, edited, loaded };
};

export default function ListTexts({ loaderData: { kind, edited, loaded } }: Route.ComponentProps) {
  const [parameters, setParameters] = useSearchParams();

  const showEdited = (isOn: boolean) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    if (isOn) updated.set('edited', 'true');
    else updated.delete('edited');
    setParameters(updated);
  };

  return (
    <RecordScreen
      kind={listTexts}
      loaded={loaded}
      tools={
        <button
          type="button"
          aria-pressed={edited}
          className="btn btn-quiet h-10 px-4 text-sm"
          onClick={() => showEdited(!edited)}
        >
          Only custom texts
        </button>
      }
      tabs={
        <Tabs
          label="Kinds of pages"
          tabs={listKinds.map((listKind) => ({
            to: `/admin/page-texts?kind=${listKind}`,
            active: listKind === kind,
            label: kindLabels[listKind],
          }))}
        />
      }
      emptyNote={edited && 'No page of this kind has custom texts.'}
    />
  );
}
