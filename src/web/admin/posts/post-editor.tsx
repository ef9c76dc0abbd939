import { useState } from 'react';
import type { VideoRecord } from '#contract/videos.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { Problem } from '../lists/problem.tsx';
import { draftOf, isSameDraft, type PostDraft } from './post-draft.ts';
import { PostForm } from './post-form.tsx';
import { unsavedQuestion, useUnsavedGuard } from './unsaved-guard.ts';

interface PostEditorProps {
  title: string;
  submit: string;
  record: VideoRecord | null;
  /** What was written before, where the server refused it. */
  draft?: PostDraft | undefined;
  problem?: string | undefined;
  busy?: boolean;
  onSubmit: (draft: PostDraft) => void;
  onClose: () => void;
}

/** The form of a video in a dialog of its own. Leaving it with unsaved changes asks first. */
export function PostEditor({
  title,
  submit,
  record,
  draft: earlier,
  problem,
  busy = false,
  onSubmit,
  onClose,
}: PostEditorProps) {
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
      <PostForm
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
