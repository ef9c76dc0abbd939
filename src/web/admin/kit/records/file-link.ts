import type { FileLinkRecord } from '#contract/file-links.ts';
import { adminClient } from '../session/admin-client.ts';
import { type ListQuery, type RecordCalls, type WithId, withId } from './record.ts';

export type FileLink = WithId<FileLinkRecord>;
export type FileLinkDraft = Pick<FileLink, 'title' | 'url' | 'category' | 'fileType' | 'size' | 'description'>;

export const loadFileLinks = async (query: ListQuery) => {
  const { links, pagination } = await adminClient.searchFileLinks({ query });
  return { links: links.map(withId), pagination };
};

export const fileLinkCalls: RecordCalls<FileLink, FileLinkDraft> = {
  drafts: 'terabox',
  add: async (body) => withId((await adminClient.addFileLink({ body })).link),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateFileLink({ params: { id }, body: { ...draft, version } })).link),
  remove: ({ id, version }) => adminClient.deleteFileLink({ params: { id }, body: { version } }),
  fromWire: (record: FileLinkRecord) => withId(record),
};
