import type { SynonymRecord } from '#contract/synonyms.ts';
import { adminClient } from '../session/admin-client.ts';
import { type RecordCalls, type WithId, withId } from './record.ts';

export type Synonym = WithId<SynonymRecord>;
export type SynonymDraft = Pick<Synonym, 'words'>;

export const loadSynonyms = async (query: { page: number; limit: number; search: string }) => {
  const { synonyms, pagination } = await adminClient.getSynonyms({ query });
  return { synonyms: synonyms.map(withId), pagination };
};

export const synonymCalls: RecordCalls<Synonym, SynonymDraft> = {
  drafts: 'synonym',
  add: async (body) => withId((await adminClient.addSynonym({ body })).synonym),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateSynonym({ params: { id }, body: { ...draft, version } })).synonym),
  remove: ({ id, version }) => adminClient.deleteSynonym({ params: { id }, body: { version } }),
  fromWire: (record: SynonymRecord) => withId(record),
};
