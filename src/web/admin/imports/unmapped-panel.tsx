import { useNavigate } from 'react-router';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { discardImport, type Import } from '../kit/records/import.ts';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';

/** A feed that cannot be read at all, such as a picture. */
export function UnmappedPanel({ feed, problem }: { feed: Import; problem: string | undefined }) {
  const navigate = useNavigate();
  const { run, busy } = useSingleAction('It could not be discarded.');
  const discard = async () => {
    await run(() => discardImport(feed.id));
    await navigate('/admin/imports');
  };
  return (
    <div>
      <ErrorPanel message={problem} />
      <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => void discard()}>
        Discard feed
      </button>
    </div>
  );
}
