import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { noPages, withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';

export const stayDownTabs = ['kept', 'lists', 'matches'] as const;
export type StayDownTab = (typeof stayDownTabs)[number];

export const tabUrl = (tab: StayDownTab) => (tab === 'kept' ? '/admin/stay-down' : `/admin/stay-down?tab=${tab}`);

export const caseUrl = (caseId: string) => `/admin/removals/${caseId}`;

const pageSize = 20;

const loadKept = async (query: { page: number; limit: number; search: string }) => {
  const { kept, pagination } = await adminClient.getKept({ query });
  return { kept: kept.map(withId), pagination };
};

const loadLists = async () => {
  const { lists } = await adminClient.getHashLists();
  return { lists: lists.map(withId), pagination: noPages };
};

const loadMatches = async (query: { page: number; limit: number }) => {
  const { matches, pagination } = await adminClient.getHashMatches({ query });
  return { matches: matches.map(withId), pagination };
};

export type Kept = Awaited<ReturnType<typeof loadKept>>['kept'][number];
export type HashList = Awaited<ReturnType<typeof loadLists>>['lists'][number];
export type HashMatch = Awaited<ReturnType<typeof loadMatches>>['matches'][number];

const empty = { kept: [] as Kept[], lists: [] as HashList[], matches: [] as HashMatch[], pagination: noPages };

const load = async (tab: StayDownTab, query: { page: number; limit: number; search: string }) => {
  if (tab === 'lists') return { ...empty, ...(await loadLists()) };
  if (tab === 'kept') return { ...empty, ...(await loadKept(query)) };
  return { ...empty, ...(await loadMatches({ page: query.page, limit: query.limit })) };
};

/** What the tab in a URL shows, and how many posts wait for a decision. */
export const loadTab = async (url: URL) => {
  const tab = stayDownTabs.find((each) => each === url.searchParams.get('tab')) ?? 'kept';
  const page = pageOf(url);
  const loading = load(tab, { page, limit: pageSize, search: searchOf(url) });
  const waiting = adminClient
    .getHashMatches({ query: { page: 1, limit: 1 } })
    .then(({ pagination }) => pagination.totalCount)
    .catch(() => 0);
  return { tab, page, list: await loadPage(url, loading, empty, 'Failed to fetch data'), waiting: await waiting };
};

const formOf = (field: string, file: File) => {
  const form = new FormData();
  form.append(field, file);
  return form;
};

export const addHashList = (name: string, file: File) =>
  adminClient.addHashList({ query: { name }, form: formOf('file', file) });
export type AddedList = Awaited<ReturnType<typeof addHashList>>;

export const checkPicture = (file: File) => adminClient.checkKeptPicture({ form: formOf('image', file) });
export const checkLink = (link: string) => adminClient.checkKeptLink({ query: { link } });
export type KeptBy = Awaited<ReturnType<typeof checkLink>>['keptBy'][number];
