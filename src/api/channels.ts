import type { ChannelRecord, channelRoutes } from '#contract/channels.ts';
import type { RouteName } from '#contract/routes.ts';
import { addChannel, allChannels, type Channel, deleteChannel, updateChannel } from '#domain/channels/channels.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';

const toChannelRecord = ({ id, createdAt, updatedAt, ...same }: Channel): ChannelRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const channelHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof channelRoutes & RouteName> => ({
  getChannels: async () => (await allChannels(db)).map(toChannelRecord),
  addChannel: async (call) => ({
    success: true,
    channel: toChannelRecord(await addChannel(db, actorOf(call), call.body)),
  }),
  updateChannel: async (call) => {
    const { version, ...changes } = call.body;
    const work = updateChannel(db, actorOf(call), Number(call.params.id), changes, version);
    return { success: true, channel: toChannelRecord(await withCurrentRecord(toChannelRecord, work)) };
  },
  deleteChannel: async (call) => {
    const { id } = call.params;
    await withCurrentRecord(toChannelRecord, deleteChannel(db, actorOf(call), Number(id), call.body?.version));
    return { success: true, _id: id };
  },
});
