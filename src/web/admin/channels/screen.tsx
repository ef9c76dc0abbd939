import { channelCalls, loadChannels } from '../kit/records/channel.ts';
import { RecordDialog } from '../kit/records/record-dialog.tsx';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import { useRecordEditor } from '../kit/records/use-record-editor.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { ChannelCard } from './channel-card.tsx';
import { ChannelFields, channelDraft, channelLabels } from './channel-fields.tsx';

export const clientLoader = () => loadWithFallback(loadChannels(), [], 'Failed to fetch channels');

export default function Channels({ loaderData: { data: channels, problem } }: Route.ComponentProps) {
  const editor = useRecordEditor({
    calls: channelCalls,
    noun: 'Channel',
    deletedKind: 'channels',
    deleteQuestion: 'Are you sure you want to delete this channel?',
  });
  const dialog = useRecordDialog(editor, ({ name }) => name);
  return (
    <>
      <ScreenHead title="Manage Channels">
        <button type="button" className="btn btn-primary" onClick={() => dialog.open(null)}>
          Add New Channel
        </button>
      </ScreenHead>
      <ErrorPanel message={problem} />
      {channels.length === 0 && !problem ? (
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
