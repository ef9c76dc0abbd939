import { loadPage, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { noPages, withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';

export const stayDownTabs = ['kept', 'lists', 'matches', 'mirrors'] as const;
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
  const [{ matches, pagination }, { lists }] = await Promise.all([
    adminClient.getHashMatches({ query }),
    adminClient.getHashLists(),
  ]);
  return { matches: matches.map(withId), lists: lists.map(withId), pagination };
};

const loadMirrors = async (query: { page: number; limit: number }) => {
  const { matches, pagination } = await adminClient.getMirrorMatches({ query });
  return { mirrors: matches.map(withId), pagination };
};

export type Kept = Awaited<ReturnType<typeof loadKept>>['kept'][number];
export type HashList = Awaited<ReturnType<typeof loadLists>>['lists'][number];
export type HashMatch = Awaited<ReturnType<typeof loadMatches>>['matches'][number];
export type MirrorMatch = Awaited<ReturnType<typeof loadMirrors>>['mirrors'][number];

const empty = {
  kept: [] as Kept[],
  lists: [] as HashList[],
  matches: [] as HashMatch[],
  mirrors: [] as MirrorMatch[],
  pagination: noPages,
};

const load = async (tab: StayDownTab, query: { page: number; limit: number; search: string }) => {
  if (tab === 'lists') return { ...empty, ...(await loadLists()) };
  if (tab === 'kept') return { ...empty, ...(await loadKept(query)) };
  const { page, limit } = query;
  return { ...empty, ...(await (tab === 'matches' ? loadMatches({ page, limit }) : loadMirrors({ page, limit }))) };
};

const countWaiting = (call: Promise<{ pagination: { totalCount: number } }>) =>
  call.then(({ pagination }) => pagination.totalCount).catch(() => 0);

/** Loads the tab in a URL, and how many posts wait for a decision on the other tabs. */
export const loadTab = async (url: URL) => {
  const tab = stayDownTabs.find((known) => known === url.searchParams.get('tab')) ?? 'kept';
  const page = pageOf(url);
  const loading = load(tab, { page, limit: pageSize, search: searchOf(url) });
  const firstRow = { query: { page: 1, limit: 1 } };
  const waiting = Promise.all([
    countWaiting(adminClient.getHashMatches(firstRow)),
    countWaiting(adminClient.getMirrorMatches(firstRow)),
  ]);
  const list = await loadPage(url, loading, empty, 'Failed to fetch data');
  const [matches, mirrors] = await waiting;
  return { tab, page, list, waiting: { kept: 0, lists: 0, matches, mirrors } };
};

type CaseKind = 'minor' | 'intimate_image';

export const withholdOfList = async (listId: string, kind: CaseKind, ids: string[]) => {
  const { caseNumber, withheld } = await adminClient.withholdHashMatches({
    params: { id: listId },
    body: { kind, ids },
  });
  return { caseNumbers: [caseNumber], withheld };
};

/** Withholds all undecided posts of a list. Opens several cases if there are more posts than one case can hold. */
export const withholdAllOfList = async (listId: string, kind: CaseKind) => {
  const caseNumbers: string[] = [];
  let withheld = 0;
  for (let left = 1; left > 0; ) {
    const result = await adminClient.withholdHashMatches({ params: { id: listId }, body: { kind } });
    caseNumbers.push(result.caseNumber);
    withheld += result.withheld;
    left = result.left;
  }
  return { caseNumbers, withheld };
};

export const withholdAllOnMirrors = async () => {
  let withheld = 0;
  for (let left = 1; left > 0; ) {
    const result = await adminClient.withholdMirrorMatches({ body: {} });
    withheld += result.withheld;
    left = result.left;
  }
  return withheld;
};

const formWith = (field: string, file: File) => {
  const form = new FormData();
  form.append(field, file);
  return form;
};

export const addHashList = (name: string, file: File) =>
  adminClient.addHashList({ query: { name }, form: formWith('file', file) });
export type AddedList = Awaited<ReturnType<typeof addHashList>>;

export const checkPicture = (file: File) => adminClient.checkKeptPicture({ form: formWith('image', file) });
export const checkLink = (link: string) => adminClient.checkKeptLink({ query: { link } });
export type KeptBy = Awaited<ReturnType<typeof checkLink>>['keptBy'][number];
