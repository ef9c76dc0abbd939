import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { UnsavedGuard, useDiscardQuestion } from '../kit/forms/unsaved-guard.ts';
import type { RecordDialogState } from '../kit/records/use-record-dialog.ts';
import { draftOf, type Video, type VideoDraft, videoLabels } from '../kit/records/video.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';

/** Edits a copy of a video. It closes once the server has saved the change. */
export function VideoEditDialog({ dialog }: { dialog: RecordDialogState<Video, VideoDraft> }) {
  const { isOpen, record, change, close } = dialog;
  const askToDiscard = useDiscardQuestion();
  if (!isOpen || !record) return <UnsavedGuard unsaved={dialog.isUnsaved} />;
  const busy = change?.state === 'saving';
  if (change?.current)
    return (
      <FormDialog open size="wide" title="Edit Video" onClose={() => void askToDiscard(!busy, close)}>
        <UnsavedGuard unsaved />
        <Problem message={change.message} />
        <VersionComparison
          labels={videoLabels}
          mine={change.draft}
          theirs={draftOf(change.current)}
          busy={busy}
          onKeepMine={() => void dialog.keepMine(change)}
          onTakeTheirs={() => void dialog.takeTheirs(change)}
        />
      </FormDialog>
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
      onSubmit={(draft) => void dialog.save(draft)}
      onClose={close}
    />
  );
}
