import type { ChannelRecord } from '#contract/channels.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { ChannelCard } from './channel-card.tsx';
import { ChannelFields, type ChannelValues, channelLabels, channelValues } from './channel-fields.tsx';

export const clientLoader = () => loadOr(adminClient.getChannels(), [], 'Failed to fetch channels');

export default function Channels({ loaderData: { data: channels, problem } }: Route.ComponentProps) {
  const editor = useRecordEditor<ChannelRecord, ChannelValues>({
    add: (body) => adminClient.addChannel({ body }),
    update: ({ _id }, body) => adminClient.updateChannel({ params: { id: _id }, body }),
    remove: ({ _id }) => adminClient.deleteChannel({ params: { id: _id }, body: {} }),
    deleteQuestion: 'Are you sure you want to delete this channel?',
  });
  return (
    <>
      <ScreenHead title="Manage Channels">
        <button type="button" className="btn btn-primary" onClick={() => editor.show(null)}>
          Add New Channel
        </button>
      </ScreenHead>
      <Problem message={problem} />
      {channels.length === 0 ? (
        <Empty title="No channels found">Add your first channel to get started.</Empty>
      ) : (
        <ul aria-label="Channels" className="grid gap-4 sm:max-md:grid-cols-2 md:grid-cols-3">
          {channels.map((channel) => (
            <ChannelCard
              key={channel._id}
              channel={channel}
              onEdit={() => editor.show(channel)}
              onDelete={() => void editor.remove(channel)}
            />
          ))}
        </ul>
      )}
      <RecordDialog
        editor={editor}
        titles={{ add: 'Add New Channel', edit: 'Edit Channel' }}
        submits={{ add: 'Add Channel', edit: 'Update Channel' }}
        labels={channelLabels}
        valuesOf={channelValues}
      >
        {(channel) => <ChannelFields channel={channel} />}
      </RecordDialog>
    </>
  );
}
