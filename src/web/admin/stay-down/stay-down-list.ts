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

/** How many posts wait for a decision. */
const countWaiting = (asked: Promise<{ pagination: { totalCount: number } }>) =>
  asked.then(({ pagination }) => pagination.totalCount).catch(() => 0);

/** What the tab in a URL shows, and how many posts wait for a decision. */
export const loadTab = async (url: URL) => {
  const tab = stayDownTabs.find((each) => each === url.searchParams.get('tab')) ?? 'kept';
  const page = pageOf(url);
  const loading = load(tab, { page, limit: pageSize, search: searchOf(url) });
  const one = { query: { page: 1, limit: 1 } };
  const waiting = Promise.all([
    countWaiting(adminClient.getHashMatches(one)),
    countWaiting(adminClient.getMirrorMatches(one)),
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

/** A case takes a part of a long list. Returns the numbers of the cases, and how many posts they withhold. */
export const withholdAllOfList = async (listId: string, kind: CaseKind) => {
  const caseNumbers: string[] = [];
  let withheld = 0;
  for (let left = 1; left > 0; ) {
    const taken = await adminClient.withholdHashMatches({ params: { id: listId }, body: { kind } });
    caseNumbers.push(taken.caseNumber);
    withheld += taken.withheld;
    left = taken.left;
  }
  return { caseNumbers, withheld };
};

export const withholdAllOnMirrors = async () => {
  let withheld = 0;
  for (let left = 1; left > 0; ) {
    const taken = await adminClient.withholdMirrorMatches({ body: {} });
    withheld += taken.withheld;
    left = taken.left;
  }
  return withheld;
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
