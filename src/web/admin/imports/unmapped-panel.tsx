import type { Import } from '../kit/records/import.ts';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { useDiscard } from './use-discard.ts';

/** A feed that cannot be read at all, such as a picture. */
export function UnmappedPanel({ feed, problem }: { feed: Import; problem: string | undefined }) {
  const { discard, isDiscarding } = useDiscard(feed.id);
  return (
    <div>
      <ErrorPanel message={problem} />
      <button type="button" className="btn btn-quiet" disabled={isDiscarding} onClick={discard}>
        Discard feed
      </button>
    </div>
  );
}
