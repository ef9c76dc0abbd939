import type { PostRow } from '#contract/post-list.ts';
import { videosPerPage } from '#contract/values/paging.ts';
import type { PostState } from '#contract/values/post-filter.ts';
import { missingParts, type RecordPart } from '#contract/values/record-parts.ts';
import { pageOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { type MissingKind, recordsQueryOf } from './records-query.ts';

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

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

export const previewImport = (file: File) => adminClient.importRecords({ query: { dryRun: true }, form: formOf(file) });
export const importFile = (file: File) => adminClient.importRecords({ query: {}, form: formOf(file) });
export type ImportReport = Awaited<ReturnType<typeof previewImport>>;
