import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import type { RecordChange } from '../records/record-changes.ts';
import { draftOf, type Video, type VideoDraft, videoLabels } from '../records/video.ts';
import { Problem } from '../screen/problem.tsx';

interface VideoConflictDialogProps {
  title: string;
  /** A failed change of a video that somebody else has changed meanwhile. */
  change: RecordChange<Video, VideoDraft>;
  problem?: string | undefined;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Asks which of two versions of a video to keep. */
export function VideoConflictDialog(props: VideoConflictDialogProps) {
  const { title, change, problem, onKeepMine, onTakeTheirs, onClose } = props;
  if (!change.current) return null;
  return (
    <FormDialog open size="wide" title={title} onClose={onClose}>
      <Problem message={problem} />
      <VersionComparison
        labels={videoLabels}
        mine={change.draft}
        theirs={draftOf(change.current)}
        busy={change.state === 'saving'}
        onKeepMine={onKeepMine}
        onTakeTheirs={onTakeTheirs}
      />
    </FormDialog>
  );
}
