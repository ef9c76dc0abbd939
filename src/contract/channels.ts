import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { OptionalText, OptionalUrlOrPath, RequiredText, WebUrl } from './fields.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { channelCategories } from './values/categories.ts';
import { limits } from './values/limits.ts';
import { canBeRestored } from './values/retention.ts';

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

const fields = {
  name: RequiredText('name', limits.channel.name),
  url: WebUrl(),
  thumbnail: Type.Optional(OptionalUrlOrPath('thumbnail')),
  description: Type.Optional(OptionalText('description', limits.channel.description)),
  category: Type.Optional(ChannelCategory),
  subscribers: Type.Optional(
    Type.Integer({ minimum: 0, maximum: limits.channel.subscribers, label: 'number of subscribers' }),
  ),
};
const Saved = Success({ channel: ChannelRecord });
const area = 'channels';

const { add, update, remove } = directoryRoutes({
  path: '/channels',
  area,
  fields,
  saved: Saved,
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
    access: 'admin',
    area,
    summary: 'Lists all channels, newest first',
    response: Type.Array(ChannelRecord),
  },
  searchChannels: {
    method: 'GET',
    path: '/channels/search',
    access: 'admin',
    area,
    summary: 'Lists channels page by page, newest first, by words of the name and the URL',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ channels: Type.Array(ChannelRecord), pagination: Pagination }),
  },
  addChannel: add,
  updateChannel: update,
  deleteChannel: remove,
});
