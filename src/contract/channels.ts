import { type Static, Type } from 'typebox';
import { IdParams } from './common.ts';
import {
  ExpectedVersion,
  Id,
  OptionalText,
  OptionalUrlOrPath,
  RequiredText,
  Time,
  Version,
  VersionBody,
  WebUrl,
} from './fields.ts';
import { defineRoutes } from './route.ts';
import { channelCategories } from './values/categories.ts';
import { limits } from './values/limits.ts';

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
const Saved = Type.Object({ success: Type.Literal(true), channel: ChannelRecord });
const area = 'channels';

export const channelRoutes = defineRoutes({
  getChannels: {
    method: 'GET',
    path: '/channels',
    access: 'admin',
    area,
    summary: 'All channels, newest first',
    response: Type.Array(ChannelRecord),
  },
  addChannel: {
    method: 'POST',
    path: '/channels',
    access: 'admin',
    area,
    summary: 'Adds a channel',
    body: Type.Object(fields, { additionalProperties: false }),
    response: Saved,
  },
  updateChannel: {
    method: 'PUT',
    path: '/channels/:id',
    access: 'admin',
    area,
    summary: 'Changes a channel; what is left out stays as it is',
    params: IdParams,
    body: Type.Object(
      { ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: Saved,
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/channels/:id',
    access: 'admin',
    area,
    summary: 'Deletes a channel; it can be restored for 30 days',
    params: IdParams,
    body: VersionBody,
    response: Type.Object({ success: Type.Literal(true), _id: Id }),
  },
});
