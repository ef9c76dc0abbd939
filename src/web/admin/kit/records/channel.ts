import type { ChannelRecord } from '#contract/channels.ts';
import { adminClient } from '../session/admin-client.ts';
import { type ListQuery, type RecordCalls, type WithId, withId } from './record.ts';

export type Channel = WithId<ChannelRecord>;
export type ChannelDraft = Pick<Channel, 'name' | 'url' | 'thumbnail' | 'category' | 'subscribers' | 'description'>;

export const loadChannels = async (query: ListQuery) => {
  const { channels, pagination } = await adminClient.searchChannels({ query });
  return { channels: channels.map(withId), pagination };
};

export const channelCalls: RecordCalls<Channel, ChannelDraft> = {
  drafts: 'channel',
  add: async (body) => withId((await adminClient.addChannel({ body })).channel),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateChannel({ params: { id }, body: { ...draft, version } })).channel),
  remove: ({ id, version }) => adminClient.deleteChannel({ params: { id }, body: { version } }),
  fromWire: (record: ChannelRecord) => withId(record),
};
