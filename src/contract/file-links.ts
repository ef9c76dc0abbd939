import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { OptionalText, RequiredText, WebUrl } from './fields.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { fileLinkCategories, fileTypes } from './values/categories.ts';
import { limits } from './values/limits.ts';
import { canBeRestored } from './values/retention.ts';

const FileLinkCategory = Type.Enum(fileLinkCategories, { label: 'category' });
const FileType = Type.Enum(fileTypes, { label: 'file type' });

export const FileLinkRecord = Type.Object({
  _id: Id,
  title: Type.String(),
  url: Type.String(),
  description: Type.String(),
  category: FileLinkCategory,
  size: Type.String(),
  fileType: FileType,
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type FileLinkRecord = Static<typeof FileLinkRecord>;

const fields = {
  title: RequiredText('title', limits.fileLink.title),
  url: WebUrl(),
  description: Type.Optional(OptionalText('description', limits.fileLink.description)),
  category: Type.Optional(FileLinkCategory),
  size: Type.Optional(OptionalText('size', limits.fileLink.size)),
  fileType: Type.Optional(FileType),
};
const Saved = Success({ link: FileLinkRecord });
const area = 'file links';

const { add, update, remove } = directoryRoutes({
  path: '/terabox',
  area,
  fields,
  saved: Saved,
  summaries: {
    add: 'Adds a file link',
    update: 'Updates a file link. Omitted fields keep their values.',
    remove: `Deletes a file link. ${canBeRestored}`,
  },
});

export const fileLinkRoutes = defineRoutes({
  getFileLinks: {
    method: 'GET',
    path: '/terabox',
    access: 'admin',
    area,
    summary: 'Lists all file links, newest first',
    response: Type.Array(FileLinkRecord),
  },
  searchFileLinks: {
    method: 'GET',
    path: '/terabox/search',
    access: 'admin',
    area,
    summary: 'Lists file links page by page, newest first, by words of the title and the URL',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ links: Type.Array(FileLinkRecord), pagination: Pagination }),
  },
  addFileLink: add,
  updateFileLink: update,
  deleteFileLink: remove,
});
