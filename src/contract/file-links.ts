import { type Static, Type } from 'typebox';
import { IdParams } from './common.ts';
import { ExpectedVersion, Id, OptionalText, RequiredText, Time, Version, VersionBody, WebUrl } from './fields.ts';
import { defineRoutes } from './route.ts';
import { fileLinkCategories, fileTypes } from './values/categories.ts';
import { limits } from './values/limits.ts';

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
const Saved = Type.Object({ success: Type.Literal(true), link: FileLinkRecord });
const area = 'file links';

export const fileLinkRoutes = defineRoutes({
  getFileLinks: {
    method: 'GET',
    path: '/terabox',
    access: 'admin',
    area,
    summary: 'All file-share links, newest first',
    response: Type.Array(FileLinkRecord),
  },
  addFileLink: {
    method: 'POST',
    path: '/terabox',
    access: 'admin',
    area,
    summary: 'Adds a file-share link',
    body: Type.Object(fields, { additionalProperties: false }),
    response: Saved,
  },
  updateFileLink: {
    method: 'PUT',
    path: '/terabox/:id',
    access: 'admin',
    area,
    summary: 'Changes a file-share link; what is left out stays as it is',
    params: IdParams,
    body: Type.Object(
      { ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: Saved,
  },
  deleteFileLink: {
    method: 'DELETE',
    path: '/terabox/:id',
    access: 'admin',
    area,
    summary: 'Deletes a file-share link; it can be restored for 30 days',
    params: IdParams,
    body: VersionBody,
    response: Type.Object({ success: Type.Literal(true), _id: Id }),
  },
});
