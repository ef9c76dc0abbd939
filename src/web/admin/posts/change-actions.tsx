import { Badge } from '../kit/table/badge.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { PostChange } from './use-post-changes.ts';

export interface ChangeHandlers {
  onRetry: (change: PostChange) => void;
  onDiscard: (change: PostChange) => void;
  onCompare: (change: PostChange) => void;
  onAmend: (change: PostChange) => void;
}

/** What can be done about a change that is not saved. */
export function ChangeActions({
  change,
  onRetry,
  onDiscard,
  onCompare,
  onAmend,
}: ChangeHandlers & { change: PostChange }) {
  const { titel } = change.draft;
  if (change.state === 'saving') return <Badge tone="quiet">Saving...</Badge>;
  return (
    <div className="flex items-center justify-end gap-2 max-md:flex-wrap">
      <Badge tone="danger">Not saved</Badge>
      <RowButton label={`Edit ${titel}`} onClick={() => onAmend(change)}>
        Edit
      </RowButton>
      {change.current ? (
        <RowButton label={`Compare both versions of ${titel}`} onClick={() => onCompare(change)}>
          Compare
        </RowButton>
      ) : (
        <RowButton label={`Retry ${titel}`} onClick={() => onRetry(change)}>
          Retry
        </RowButton>
      )}
      <RowButton label={`Discard ${titel}`} danger onClick={() => onDiscard(change)}>
        Discard
      </RowButton>
    </div>
  );
}
