import { useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import type { FieldErrors } from '../forms/field-errors.ts';
import { useDiscardQuestion, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { copyOf, draftOf, isSameDraft, type Video, type VideoDraft } from '../records/video.ts';
import { Problem } from '../screen/problem.tsx';
import { VideoForm } from './video-form.tsx';

interface VideoFormDialogProps {
  title: string;
  submit: string;
  video: Video | null;
  /** An earlier draft whose save failed or goes on. */
  initialDraft?: VideoDraft | undefined;
  /** What the form of a new video starts with. */
  startDraft?: VideoDraft | undefined;
  problem?: string | undefined;
  errors?: FieldErrors | undefined;
  busy?: boolean;
  onSubmit: (draft: VideoDraft) => void;
  onSubmitAndAdd?: ((draft: VideoDraft) => void) | undefined;
  onDuplicate?: ((draft: VideoDraft) => void) | undefined;
  onClose: () => void;
}

/** The form of a video in a dialog. Closing it with unsaved changes asks first. */
export function VideoFormDialog(props: VideoFormDialogProps) {
  const { title, submit, video, initialDraft, startDraft = draftOf(video), problem, errors, busy = false } = props;
  const { onSubmit, onSubmitAndAdd, onDuplicate, onClose } = props;
  const askToDiscard = useDiscardQuestion();
  const [draft, setDraft] = useState(() => initialDraft ?? startDraft);
  const unsaved = !isSameDraft(draft, startDraft);
  useUnsavedGuard(unsaved);

  const close = () => void askToDiscard(unsaved && !busy, onClose);

  return (
    <FormDialog open size="wide" title={title} onClose={close}>
      <Problem message={problem} />
      <VideoForm
        draft={draft}
        onChange={setDraft}
        errors={errors}
        id={video?.id}
        views={video?.views ?? 0}
        submit={submit}
        busy={busy}
        onSubmit={() => onSubmit(draft)}
        onSubmitAndAdd={onSubmitAndAdd && (() => onSubmitAndAdd(draft))}
        onCancel={close}
      >
        {onDuplicate && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => void askToDiscard(unsaved, () => onDuplicate(copyOf(startDraft)))}
          >
            Duplicate
          </button>
        )}
      </VideoForm>
    </FormDialog>
  );
}
