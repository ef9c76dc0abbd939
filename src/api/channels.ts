import type { ChannelRecord, channelRoutes } from '#contract/channels.ts';
import type { RouteName } from '#contract/routes.ts';
import { addChannel, allChannels, type Channel, deleteChannel, updateChannel } from '#domain/channels/channels.ts';
import { actorOf } from './actor.ts';
import type { HandlersOf } from './call.ts';
import type { ApiContext } from './context.ts';
import { showingCurrent } from './stale-record.ts';

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
    return { success: true, channel: toChannelRecord(await showingCurrent(toChannelRecord, work)) };
  },
  deleteChannel: async (call) => {
    const { id } = call.params;
    await showingCurrent(toChannelRecord, deleteChannel(db, actorOf(call), Number(id), call.body?.version));
    return { success: true, _id: id };
  },
});
