import { useLocation } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { channelCalls, loadChannels } from '../kit/records/channel.ts';
import { noPages } from '../kit/records/record.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useAddFromUrl } from '../kit/records/use-add-from-url.ts';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import type { Route } from './+types/screen.ts';
import { ChannelCard } from './channel-card.tsx';
import { ChannelFields, channelDraft, channelLabels } from './channel-fields.tsx';

const pageSize = 24;
const nothing = { channels: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { page, limit: pageSize, search: searchOf(url) };
  return { page, list: await loadPage(url, loadChannels(query), nothing, 'Failed to fetch channels') };
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
