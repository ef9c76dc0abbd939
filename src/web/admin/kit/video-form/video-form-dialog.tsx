import { useState } from 'react';
import { Link } from 'react-router';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import type { FieldErrors } from '../forms/fields.tsx';
import { useDiscardQuestion } from '../forms/unsaved-guard.ts';
import { newRecordKey, type RecordChange } from '../records/use-record-editor.ts';
import {
  copyOf,
  draftOf,
  isSameDraft,
  nothingTyped,
  type TypedNames,
  type Video,
  type VideoDraft,
  videoCalls,
  videoLabels,
} from '../records/video.ts';
import { Problem } from '../screen-parts.tsx';
import { VideoForm } from './video-form.tsx';

interface SavedDraft {
  /** The record key of the draft. */
  key: string;
  /** The version that the draft is based on. */
  version: number | undefined;
}

interface KeptVideo extends VideoDraft {
  typed?: TypedNames;
}

interface VideoFormDialogProps {
  title: string;
  submit: string;
  video: Video | null;
  /** An earlier draft that is being saved, or whose save failed. */
  initialDraft?: VideoDraft | undefined;
  /** The initial values of a new video. */
  startDraft?: VideoDraft | undefined;
  problem?: string | undefined;
  errors?: FieldErrors | undefined;
  busy?: boolean;
  onSubmit: (draft: VideoDraft, saved: SavedDraft) => void;
  onSubmitAndAdd?: ((draft: VideoDraft, saved: SavedDraft) => void) | undefined;
  onDuplicate?: ((draft: VideoDraft) => void) | undefined;
  onClose: () => void;
}

/** The form of a video in a dialog. Closing it with unsaved changes asks for confirmation. */
export function VideoFormDialog(props: VideoFormDialogProps) {
  const { title, submit, video, initialDraft, startDraft = draftOf(video), problem, errors, busy = false } = props;
  const { onSubmit, onSubmitAndAdd, onDuplicate, onClose } = props;
  const askToDiscard = useDiscardQuestion();
  const [draft, setDraft] = useState(() => initialDraft ?? startDraft);
  const [typed, setTyped] = useState(nothingTyped);
  const isEdited = (values: VideoDraft, names: TypedNames) =>
    !isSameDraft(values, startDraft) || names.performers !== '' || names.tags !== '';
  const unsaved = isEdited(draft, typed);
  const [newKey] = useState(newRecordKey);
  const kept = useKeptDraft<KeptVideo>(videoCalls.drafts, video, {
    newKey,
    offers: !initialDraft && !props.startDraft,
  });
  const saved: SavedDraft = { key: video?.id ?? newKey, version: kept.version ?? undefined };
  const change = (changed: VideoDraft, names = typed) => {
    setDraft(changed);
    setTyped(names);
    if (isEdited(changed, names)) kept.keep({ ...changed, typed: names });
    else kept.drop();
  };
  const continueDraft = (found: KeptDraft<KeptVideo>) => {
    const { typed: names = nothingTyped, ...values } = kept.take(found);
    setDraft({ ...draft, ...values });
    setTyped(names);
  };

  return (
    <FormDialog open size="wide" title={title} unsaved={unsaved && !busy} onDiscard={kept.drop} onClose={onClose}>
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
        <VideoForm
          draft={draft}
          typed={typed}
          onChange={change}
          errors={errors}
          id={video?.id}
          views={video?.views ?? 0}
          hiddenBecause={video?.hiddenBecause ?? []}
          submit={submit}
          busy={busy}
          onSubmit={() => onSubmit(draft, saved)}
          onSubmitAndAdd={onSubmitAndAdd && (() => onSubmitAndAdd(draft, saved))}
        >
          {video && (
            // Hidden on phones, where the buttons would need a second line.
            <Link to={`/admin/history/video/${video.id}`} className="btn btn-quiet max-sm:hidden">
              History
            </Link>
          )}
          {onDuplicate && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                void askToDiscard(unsaved, () => {
                  if (unsaved) kept.drop();
                  onDuplicate(copyOf(startDraft));
                })
              }
            >
              Duplicate
            </button>
          )}
        </VideoForm>
      </DraftOffer>
    </FormDialog>
  );
}

interface VideoConflictDialogProps {
  title: string;
  /** A save that failed because somebody else has changed the video. */
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
