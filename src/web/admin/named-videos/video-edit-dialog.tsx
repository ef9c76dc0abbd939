import { useState } from 'react';
import type { VideoRecord } from '#contract/videos.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { draftOf, type VideoDraft, videoLabels } from '../kit/video-form/video-draft.ts';
import { VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';
import type { useVideoRows } from './use-video-rows.ts';

interface VideoEditDialogProps {
  record: VideoRecord;
  videos: ReturnType<typeof useVideoRows>;
  onClose: () => void;
}

/** Changes a copy of a video. It closes once the server has taken the change. */
export function VideoEditDialog({ record, videos, onClose }: VideoEditDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<{ mine: VideoDraft; theirs: VideoRecord }>();

  const submit = async (draft: VideoDraft, onto: VideoRecord) => {
    setBusy(true);
    const outcome = await videos.update(onto, draft);
    setBusy(false);
    if (outcome.saved) {
      onClose();
      return;
    }
    setProblem(outcome.problem);
    if (outcome.conflict) setConflict({ mine: draft, theirs: outcome.conflict });
  };

  if (conflict)
    return (
      <FormDialog open wide title="Edit Video" onClose={onClose}>
        <Problem message={problem} />
        <VersionComparison
          labels={videoLabels}
          mine={conflict.mine}
          theirs={draftOf(conflict.theirs)}
          busy={busy}
          onKeepMine={() => void submit(conflict.mine, conflict.theirs)}
          onTakeTheirs={() => {
            videos.replace(conflict.theirs);
            onClose();
          }}
        />
      </FormDialog>
    );
  return (
    <VideoFormDialog
      title="Edit Video"
      submit="Update Video"
      record={record}
      problem={problem}
      busy={busy}
      onSubmit={(draft) => void submit(draft, record)}
      onClose={onClose}
    />
  );
}
