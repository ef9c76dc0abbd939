import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import {
  defineRoutes,
  ExpectedVersion,
  Id,
  IdParams,
  NameLimit,
  OptionalText,
  OptionalUrlOrPath,
  Page,
  Pagination,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
  Version,
  VersionBody,
  WebUrl,
} from './calls/route.ts';
import type { Section } from './values/accounts.ts';
import { channelCategories, fileLinkCategories, fileTypes } from './values/categories.ts';
import { limits } from './values/fields.ts';
import { canBeRestored, deletedKinds } from './values/record-kinds.ts';

/** Requires at least one field; omitted fields keep their values. */
export const EditOf = <Fields extends TProperties>(fields: Fields) =>
  StrictObject({ ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion }, { minProperties: 1 });

interface DirectoryOptions<Path extends string, Fields extends TProperties, Saved extends TSchema> {
  path: Path;
  /** Who may change its records. */
  access: Section;
  area: string;
  fields: Fields;
  /** The response to adding and updating. */
  saved: Saved;
  summaries: { add: string; update: string; remove: string };
}

/** The add, update and delete routes of a simple directory. */
export const directoryRoutes = <const Path extends string, Fields extends TProperties, Saved extends TSchema>({
  path,
  access,
  area,
  fields,
  saved,
  summaries,
}: DirectoryOptions<Path, Fields, Saved>) => ({
  add: {
    method: 'POST' as const,
    path,
    access,
    area,
    summary: summaries.add,
    body: StrictObject(fields),
    response: saved,
  },
  update: {
    method: 'PUT' as const,
    path: `${path}/:id` as const,
    access,
    area,
    summary: summaries.update,
    params: IdParams,
    body: EditOf(fields),
    response: saved,
  },
  remove: {
    method: 'DELETE' as const,
    path: `${path}/:id` as const,
    access,
    area,
    summary: summaries.remove,
    params: IdParams,
    body: VersionBody,
    response: Success({ _id: Id }),
  },
});

const ChannelCategory = Type.Enum(channelCategories, { label: 'category' });

export const ChannelRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  url: Type.String(),
  thumbnail: Type.String(),
  description: Type.String(),
  category: ChannelCategory,
  subscribers: Type.Integer(),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type ChannelRecord = Static<typeof ChannelRecord>;

const channelFields = {
  name: RequiredText('name', limits.channel.name),
  url: WebUrl(),
  thumbnail: Type.Optional(OptionalUrlOrPath('thumbnail')),
  description: Type.Optional(OptionalText('description', limits.channel.description)),
  category: Type.Optional(ChannelCategory),
  subscribers: Type.Optional(
    Type.Integer({ minimum: 0, maximum: limits.channel.subscribers, label: 'number of subscribers' }),
  ),
};
const SavedChannel = Success({ channel: ChannelRecord });
const channelArea = 'channels';

const {
  add: addChannel,
  update: updateChannel,
  remove: deleteChannel,
} = directoryRoutes({
  path: '/channels',
  access: 'partners',
  area: channelArea,
  fields: channelFields,
  saved: SavedChannel,
  summaries: {
    add: 'Adds a channel',
    update: 'Updates a channel. Omitted fields keep their values.',
    remove: `Deletes a channel. ${canBeRestored}`,
  },
});

export const channelRoutes = defineRoutes({
  getChannels: {
    method: 'GET',
    path: '/channels',
    access: 'partners',
    area: channelArea,
    summary: 'Lists all channels, newest first',
    response: Type.Array(ChannelRecord),
  },
  searchChannels: {
    method: 'GET',
    path: '/channels/search',
    access: 'partners',
    area: channelArea,
    summary: 'Lists channels page by page, newest first, by words of the name and the URL',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ channels: Type.Array(ChannelRecord), pagination: Pagination }),
  },
  addChannel,
  updateChannel,
  deleteChannel,
});

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

const fileLinkFields = {
  title: RequiredText('title', limits.fileLink.title),
  url: WebUrl(),
  description: Type.Optional(OptionalText('description', limits.fileLink.description)),
  category: Type.Optional(FileLinkCategory),
  size: Type.Optional(OptionalText('size', limits.fileLink.size)),
  fileType: Type.Optional(FileType),
};
const SavedFileLink = Success({ link: FileLinkRecord });
const fileLinkArea = 'file links';

const {
  add: addFileLink,
  update: updateFileLink,
  remove: deleteFileLink,
} = directoryRoutes({
  path: '/terabox',
  access: 'partners',
  area: fileLinkArea,
  fields: fileLinkFields,
  saved: SavedFileLink,
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
    access: 'partners',
    area: fileLinkArea,
    summary: 'Lists all file links, newest first',
    response: Type.Array(FileLinkRecord),
  },
  searchFileLinks: {
    method: 'GET',
    path: '/terabox/search',
    access: 'partners',
    area: fileLinkArea,
    summary: 'Lists file links page by page, newest first, by words of the title and the URL',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ links: Type.Array(FileLinkRecord), pagination: Pagination }),
  },
  addFileLink,
  updateFileLink,
  deleteFileLink,
});

const DeletedKind = Type.Enum(deletedKinds);

export const DeletedRecord = Type.Object({
  _id: Id,
  name: Type.String({ description: 'The name or title' }),
  image: Type.String(),
  url: Type.String(),
  category: Type.String(),
  version: Version,
  deletedAt: Time,
  withheld: Type.Optional(Type.Boolean({ description: 'Whether a case or block withholds the post' })),
});
export type DeletedRecord = Static<typeof DeletedRecord>;

const deletedArea = 'deleted';

export const deletedRoutes = defineRoutes({
  getDeleted: {
    method: 'GET',
    path: '/deleted/:kind',
    access: 'deleted',
    area: deletedArea,
    summary:
      'Lists deleted records that can still be restored, most recently deleted first, by words of the name and the URL',
    params: Type.Object({ kind: DeletedKind }),
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({
      records: Type.Array(DeletedRecord),
      pagination: Pagination,
    }),
  },
  restoreDeleted: {
    method: 'POST',
    path: '/deleted/:kind/:id/restore',
    access: 'deleted',
    area: deletedArea,
    summary:
      'Restores a deleted record. A restored star appears on its videos again. A post without the records that the settings require comes back as a draft.',
    params: Type.Object({ kind: DeletedKind, ...IdParams.properties }),
    body: VersionBody,
    response: Success({
      _id: Id,
      message: Type.Optional(Type.String({ description: 'Why a published post was restored as a draft' })),
    }),
  },
});
