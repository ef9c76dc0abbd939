import type { PostRow } from '#contract/posts.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import { type RecordPart, recordParts } from '#contract/values/post-fields.ts';
import { missingParts, type PostState, postStates } from '#contract/values/posts.ts';
import { loadPage, pageOf } from '../kit/lists/pages.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** Missing parts to list by: any, or a specific one. */
export const missingKinds = ['records', ...recordParts] as const;
export type MissingKind = 'records' | RecordPart;

export interface RecordsQuery {
  state: PostState;
  without: MissingKind;
  partner?: string;
  host?: string;
}

/** The query in a URL. Invalid parameters are ignored. */
export const recordsQueryOf = (parameters: URLSearchParams): RecordsQuery => {
  const [partner = '', host = ''] = [parameters.get('partner') ?? '', parameters.get('host')?.trim() ?? ''];
  return {
    state: postStates.find((state) => state === parameters.get('state')) ?? 'published',
    without: missingKinds.find((kind) => kind === parameters.get('without')) ?? 'records',
    ...(/^\d{1,18}$/.test(partner) ? { partner } : {}),
    ...(host !== '' && host.length <= 253 && !/\p{Cc}/u.test(host) ? { host } : {}),
  };
};

/** The URL of the first page with another value of a parameter; a blank value removes it. */
export const withParameter = (parameters: URLSearchParams, name: string, value: string) => {
  const changed = new URLSearchParams(parameters);
  changed.delete('page');
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return `?${changed}`;
};

export const exportUrl = ({ without }: RecordsQuery) => `/api/records/export?without=${without}`;

export interface UnrecordedPost {
  id: string;
  title: string;
  imageUrl: string;
  state: PostState;
  link: string;
  partnerName: string;
  missing: RecordPart[];
}

const fromRow = (row: PostRow): UnrecordedPost => ({
  id: row._id,
  title: row.titel,
  imageUrl: row.imageUrl,
  state: row.state,
  link: row.link,
  partnerName: row.partnerName ?? '',
  missing: missingParts(row),
});

const noPosts = { posts: [] as UnrecordedPost[], totalPages: 0, totalRecords: 0 };

const load = async (url: URL) => {
  const query = { ...recordsQueryOf(url.searchParams), page: pageOf(url), limit: videosPerPage };
  const { records, totalPages, totalRecords } = await adminClient.getPostList({ query });
  return { posts: records.map(fromRow), totalPages, totalRecords };
};

export const loadUnrecorded = (url: URL) => loadPage(url, load(url), noPosts, 'Failed to fetch data');

export type MissingCounts = Record<MissingKind, number>;

export const loadCounts = async (url: URL): Promise<MissingCounts> => {
  const { without, ...query } = recordsQueryOf(url.searchParams);
  return adminClient.countMissingRecords({ query });
};

export const loadOptions = () => adminClient.getPostOptions();

const formWith = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

export const previewImport = (file: File) =>
  adminClient.importRecords({ query: { dryRun: true }, form: formWith(file) });
export const importFile = (file: File) => adminClient.importRecords({ query: {}, form: formWith(file) });
export type ImportReport = Awaited<ReturnType<typeof previewImport>>;
