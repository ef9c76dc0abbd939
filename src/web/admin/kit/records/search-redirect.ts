import type { SearchRedirectRecord } from '#contract/search-redirects.ts';
import { adminClient } from '../session/admin-client.ts';
import { type RecordCalls, type WithId, withId } from './record.ts';

export type SearchRedirect = WithId<SearchRedirectRecord>;
export type SearchRedirectDraft = Pick<SearchRedirect, 'text' | 'path'>;

export const loadSearchRedirects = async (query: { page: number; limit: number; search: string }) => {
  const { redirects, pagination } = await adminClient.getSearchRedirects({ query });
  return { redirects: redirects.map(withId), pagination };
};

export const searchRedirectCalls: RecordCalls<SearchRedirect, SearchRedirectDraft> = {
  drafts: 'redirect',
  add: async (body) => withId((await adminClient.addSearchRedirect({ body })).redirect),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateSearchRedirect({ params: { id }, body: { ...draft, version } })).redirect),
  remove: ({ id, version }) => adminClient.deleteSearchRedirect({ params: { id }, body: { version } }),
  fromWire: (record: SearchRedirectRecord) => withId(record),
  uniqueField: 'text',
};
