import type { RecordChange } from '../kit/records/record-changes.ts';
import type { Video, VideoDraft } from '../kit/records/video.ts';
import { Badge } from '../kit/table/badge.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

export type VideoChange = RecordChange<Video, VideoDraft>;

export interface ChangeHandlers {
  onRetry: (change: VideoChange) => void;
  onDiscard: (change: VideoChange) => void;
  onCompare: (change: VideoChange) => void;
  onEditDraft: (change: VideoChange) => void;
}

interface ChangeActionsProps extends ChangeHandlers {
  change: VideoChange;
}

/** The actions of a row whose change is not saved. */
export function ChangeActions({ change, onRetry, onDiscard, onCompare, onEditDraft }: ChangeActionsProps) {
  const { title } = change.draft;
  if (change.state === 'saving')
    return (
      <span data-always>
        <Badge tone="quiet">Saving...</Badge>
      </span>
    );
  return (
    <div data-always className="flex items-center justify-end gap-2 max-md:flex-wrap">
      <Badge tone="danger">Not saved</Badge>
      <RowButton label={`Edit ${title}`} onClick={() => onEditDraft(change)}>
        Edit
      </RowButton>
      {change.current ? (
        <RowButton label={`Compare both versions of ${title}`} onClick={() => onCompare(change)}>
          Compare
        </RowButton>
      ) : (
        <RowButton label={`Retry ${title}`} onClick={() => onRetry(change)}>
          Retry
        </RowButton>
      )}
      <RowButton label={`Discard ${title}`} danger onClick={() => onDiscard(change)}>
        Discard
      </RowButton>
    </div>
  );
}
