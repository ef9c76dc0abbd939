import { useLocation } from 'react-router';
import type { ChannelRecord } from '#contract/directory.ts';
import { type ChannelCategory, channelCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { truncate } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Pagination } from '../../components/pagination.tsx';
import { subscriberCount } from '../kit/format.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText, formTexts } from '../kit/forms/form.tsx';
import { ImageField } from '../kit/forms/image-fields.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, pageOf, pageUrl, searchOf } from '../kit/lists/pages.tsx';
import { type ListQuery, noPages, type RecordCalls, type WithId, withId } from '../kit/records/record.ts';
import { RecordDialog, useAddFromUrl, useRecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton, Empty, ErrorPanel, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { Badge } from '../kit/table/badge.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import type { Route } from './+types/screen.ts';

type Channel = WithId<ChannelRecord>;
type ChannelDraft = Pick<Channel, 'name' | 'url' | 'thumbnail' | 'category' | 'subscribers' | 'description'>;

const loadChannels = async (query: ListQuery) => {
  const { channels, pagination } = await adminClient.searchChannels({ query });
  return { channels: channels.map(withId), pagination };
};

const channelCalls: RecordCalls<Channel, ChannelDraft> = {
  drafts: 'channel',
  add: async (body) => withId((await adminClient.addChannel({ body })).channel),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateChannel({ params: { id }, body: { ...draft, version } })).channel),
  remove: ({ id, version }) => adminClient.deleteChannel({ params: { id }, body: { version } }),
  fromWire: (record: ChannelRecord) => withId(record),
};

interface ChannelCardProps {
  channel: Channel;
  onEdit: () => void;
  onDelete: () => void;
}

const maxDescriptionLength = 100;

function ChannelCard({ channel, onEdit, onDelete }: ChannelCardProps) {
  return (
    <li className="flex flex-col overflow-clip rounded-2xl border border-line bg-surface">
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
          <RowActions
            name={channel.name}
            history={{ entity: 'channel', id: channel.id }}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      </div>
    </li>
  );
}

const channelLabels: { [K in keyof ChannelDraft]: string } = {
  name: 'Channel Name',
  url: 'Channel URL',
  thumbnail: 'Thumbnail URL',
  category: 'Category',
  subscribers: 'Subscribers',
  description: 'Description',
};

const channelDraft = (form: FormData): ChannelDraft => ({
  ...formTexts(form, 'name', 'url', 'thumbnail', 'description'),
  category: formText(form, 'category') as ChannelCategory,
  // A value that is not a number becomes 0 (spec).
  subscribers: Math.trunc(Number(formText(form, 'subscribers'))) || 0,
});

function ChannelFields({ channel }: { channel: ChannelDraft | null }) {
  return (
    <>
      <TextField
        label={channelLabels.name}
        name="name"
        required
        maxLength={limits.channel.name}
        defaultValue={channel?.name}
      />
      <TextField
        label={channelLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={channel?.url}
      />
      <ImageField label={channelLabels.thumbnail} name="thumbnail" defaultValue={channel?.thumbnail} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={channelLabels.category}
          name="category"
          options={channelCategories}
          defaultValue={channel?.category ?? 'adult'}
        />
        <TextField
          label={channelLabels.subscribers}
          name="subscribers"
          type="number"
          min={0}
          max={limits.channel.subscribers}
          defaultValue={channel?.subscribers ?? 0}
        />
      </div>
      <TextAreaField
        label={channelLabels.description}
        name="description"
        maxLength={limits.channel.description}
        defaultValue={channel?.description}
      />
    </>
  );
}

const pageSize = 24;
const emptyList = { channels: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadPage(url, loadChannels(query), emptyList, 'Failed to fetch channels') };
};

export default function Channels({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const { channels, pagination } = list.data;
  const editor = useRecordEditor({
    calls: channelCalls,
    noun: 'Channel',
    deletedKind: 'channels',
    deleteQuestion: 'Are you sure you want to delete this channel?',
  });
  const dialog = useRecordDialog(editor, ({ name }) => name);
  useAddFromUrl(() => dialog.open(null));
  return (
    <>
      <ScreenHead title="Manage Channels">
        <SearchField label="Search channels" />
        <AddButton onClick={() => dialog.open(null)}>Add New Channel</AddButton>
      </ScreenHead>
      <ErrorPanel message={list.problem} />
      {channels.length === 0 && !list.problem ? (
        <Empty title="No channels found">Add your first channel to get started.</Empty>
      ) : (
        <ul aria-label="Channels" className="grid gap-4 sm:max-md:grid-cols-2 md:grid-cols-3">
          {channels.map((channel) => (
            <ChannelCard
              key={channel.id}
              channel={channel}
              onEdit={() => dialog.open(channel)}
              onDelete={() => void editor.remove(channel)}
            />
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <RecordDialog
        dialog={dialog}
        titles={{ add: 'Add New Channel', edit: 'Edit Channel' }}
        submits={{ add: 'Add Channel', edit: 'Update Channel' }}
        labels={channelLabels}
        draftOf={channelDraft}
      >
        {(channel) => <ChannelFields channel={channel} />}
      </RecordDialog>
    </>
  );
}
