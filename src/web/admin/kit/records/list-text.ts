import type { ListTextRecord } from '#contract/list-texts.ts';
import type { ListKind } from '#contract/values/list-kinds.ts';
import { defaultTexts } from '../../../components/list-texts/default-texts.ts';
import { listFactsOf } from '../../../components/list-texts/list-facts.ts';
import { adminClient } from '../session/admin-client.ts';
import type { RecordCalls } from './record.ts';

/** The texts of one list; the id is made of its kind and name. */
export interface ListText extends ListTextRecord {
  id: string;
}

export type ListTextDraft = Pick<ListText, 'title' | 'description' | 'introduction'>;

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

export const loadListTexts = async (query: ListTextsQuery) => {
  const { texts, pagination } = await adminClient.getListTexts({ query });
  return { texts: texts.map(withListId), pagination };
};

/** What a list has where an operator has written nothing. */
export const loadDefaultTexts = async (id: string): Promise<ListTextDraft> =>
  defaultTexts(listFactsOf(await adminClient.getListText({ params: paramsOf(id) })));

const save = async (id: string, draft: ListTextDraft, version: number) =>
  withListId((await adminClient.saveListText({ params: paramsOf(id), body: { ...draft, version } })).text);

/** Every list exists already, with or without texts. */
export const listTextCalls: RecordCalls<ListText, ListTextDraft> = {
  drafts: 'page-text',
  add: async () => undefined,
  update: ({ id, version }, draft) => save(id, draft, version),
  remove: ({ id, version }) => save(id, { title: '', description: '', introduction: '' }, version),
  fromWire: (record: ListTextRecord) => withListId(record),
};
