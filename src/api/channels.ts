import type { channelRoutes } from '#contract/channels.ts';
import { allChannels, channels, searchChannels } from '#domain/directory/channels.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { paginationOf } from './http/pagination.ts';
import { toChannelRecord } from './records/channel.ts';

export const channelHandlers = ({ db, pictures }: ApiContext): HandlersOf<keyof typeof channelRoutes> => {
  const { add, update, remove } = directoryHandlers(db, channels, toChannelRecord);
  return {
    getChannels: async () => (await allChannels(db)).map(toChannelRecord),
    searchChannels: async ({ query }) => {
      const { records, total } = await searchChannels(db, query);
      return { success: true, channels: records.map(toChannelRecord), pagination: paginationOf(total, query) };
    },
    addChannel: async (call) => {
      await pictures.hashBeforeSaving(call.body.thumbnail);
      return { success: true, channel: await add(call, call.body) };
    },
    updateChannel: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.thumbnail);
      return { success: true, channel: await update(call, changes) };
    },
    deleteChannel: remove,
  };
};
