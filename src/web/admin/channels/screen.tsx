import type { ReactNode } from 'react';
import type { ChannelRecord } from '#contract/directory.ts';
import { channelCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { truncate } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { subscriberCount } from '../kit/format.ts';
import { choice, image, longText, text, webUrl, wholeNumber } from '../kit/records/form-fields.tsx';
import { type DraftOf, directoryCalls, type WithId } from '../kit/records/record.ts';
import { loadRecords, type RecordKind, wordsFor } from '../kit/records/record-kind.ts';
import { RecordScreen } from '../kit/records/record-screen.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { Badge } from '../kit/table/badge.tsx';
import { Picture } from '../kit/table/picture.tsx';
import type { Route } from './+types/screen.ts';

type Channel = WithId<ChannelRecord>;

const maxDescriptionLength = 100;

function ChannelCard({ channel, actions }: { channel: Channel; actions: ReactNode }) {
  return (
    <>
      <Picture src={channel.thumbnail} alt="" className="h-[150px] w-full" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <div className="flex items-start justify-between gap-3">
          <h2 dir="auto" className="min-w-0 text-base">
            {channel.name}
          </h2>
          <Badge>{channel.category}</Badge>
        </div>
        <p dir="auto" className="flex-1 text-sm text-muted">
          {truncate(channel.description, maxDescriptionLength)}
        </p>
        <p className="text-sm tabular-nums">{subscriberCount(channel.subscribers)}</p>
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
          <a
            href={channel.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 text-sm max-md:min-h-10 font-medium text-accent hover:underline"
          >
            Visit Channel
            <Icon name="external" size={16} />
          </a>
          {actions}
        </div>
      </div>
    </>
  );
}

const channels: RecordKind<Channel, DraftOf<'addChannel'>> = {
  words: wordsFor({ one: 'channel', many: 'channels', title: { one: 'Channel', many: 'Channels' } }),
  calls: directoryCalls({
    drafts: 'channel',
    many: 'channels',
    one: 'channel',
    list: adminClient.searchChannels,
    add: adminClient.addChannel,
    update: adminClient.updateChannel,
    remove: adminClient.deleteChannel,
  }),
  history: 'channel',
  deletedKind: 'channels',
  pageSize: 24,
  nameOf: ({ name }) => name,
  cardOf: (channel, actions) => <ChannelCard channel={channel} actions={actions} />,
  fields: {
    name: text({ label: 'Channel Name', required: true, maxLength: limits.channel.name }),
    url: webUrl({ label: 'Channel URL', required: true }),
    thumbnail: image({ label: 'Thumbnail URL' }),
    category: choice(channelCategories, { label: 'Category', isHalf: true }),
    subscribers: wholeNumber({ label: 'Subscribers', max: limits.channel.subscribers, isHalf: true }),
    description: longText({ label: 'Description', maxLength: limits.channel.description }),
  },
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadRecords(channels, url);

export default function Channels({ loaderData }: Route.ComponentProps) {
  return <RecordScreen kind={channels} loaded={loaderData} />;
}
