import { UnsavedGuard, useDiscardQuestion } from '../kit/forms/unsaved-guard.ts';
import type { RecordDialogState } from '../kit/records/use-record-dialog.ts';
import type { Video, VideoDraft } from '../kit/records/video.ts';
import { VideoConflictDialog } from '../kit/video-form/video-conflict-dialog.tsx';
import { VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';

/** Edits a copy of a video. It closes once the server has saved the change. */
export function VideoEditDialog({ dialog }: { dialog: RecordDialogState<Video, VideoDraft> }) {
  const { isOpen, record, change, close } = dialog;
  const askToDiscard = useDiscardQuestion();
  if (!isOpen || !record) return <UnsavedGuard unsaved={dialog.isUnsaved} onDiscard={dialog.discardFailed} />;
  const busy = change?.state === 'saving';
  if (change?.current)
    return (
      <>
        <UnsavedGuard unsaved onDiscard={dialog.discardFailed} />
        <VideoConflictDialog
          title="Edit Video"
          change={change}
          problem={change.message}
          onKeepMine={() => void dialog.keepMine(change)}
          onTakeTheirs={() => void dialog.takeTheirs(change)}
          onClose={() => void askToDiscard(!busy, close)}
        />
      </>
    );
  return (
    <VideoFormDialog
      key={record.id}
      title="Edit Video"
      submit="Update Video"
      video={record}
      initialDraft={change?.draft}
      problem={change?.message}
      errors={change?.fieldErrors}
      busy={busy}
      onSubmit={(draft, { version }) => void dialog.save(draft, version)}
      onClose={close}
    />
  );
}
