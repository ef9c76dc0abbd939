import { useState } from 'react';
import type { VideoRecord } from '#contract/videos.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { unsavedQuestion, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { Problem } from '../screen/problem.tsx';
import { draftOf, isSameDraft, type VideoDraft } from './video-draft.ts';
import { VideoForm } from './video-form.tsx';

interface VideoFormDialogProps {
  title: string;
  submit: string;
  record: VideoRecord | null;
  /** What was written before, where the server refused it. */
  draft?: VideoDraft | undefined;
  problem?: string | undefined;
  busy?: boolean;
  onSubmit: (draft: VideoDraft) => void;
  onClose: () => void;
}

/** The form of a video in a dialog of its own. Leaving it with unsaved changes asks first. */
export function VideoFormDialog({
  title,
  submit,
  record,
  draft: earlier,
  problem,
  busy = false,
  onSubmit,
  onClose,
}: VideoFormDialogProps) {
  const confirm = useConfirmation();
  const [draft, setDraft] = useState(() => earlier ?? draftOf(record));
  const unsaved = !isSameDraft(draft, draftOf(record));
  useUnsavedGuard(unsaved);

  const leave = async () => {
    if (!unsaved || (await confirm(unsavedQuestion, 'Leave'))) onClose();
  };

  return (
    <FormDialog open wide title={title} onClose={() => void leave()}>
      <Problem message={problem} />
      <VideoForm
        draft={draft}
        onChange={setDraft}
        id={record?._id}
        views={record?.views ?? 0}
        submit={submit}
        busy={busy}
        onSubmit={() => onSubmit(draft)}
        onCancel={() => void leave()}
      />
    </FormDialog>
  );
}
