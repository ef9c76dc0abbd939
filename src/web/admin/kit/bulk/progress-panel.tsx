import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { Icon } from '../../../components/icon.tsx';
import { notifyFailure } from '../feedback/toasts.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { type BulkChange, loadBulkChange, stopBulkChange, undoBulkChange } from '../records/bulk-change.ts';
import { failureMessage } from '../session/failure.ts';
import { changeTitle, isRunning, progressOf, progressText } from './change-words.ts';
import { follow, rememberedIds, unfollow, useFollowedChanges } from './followed-changes.ts';

const everyMs = 1000;
const buttonStyle = 'btn btn-quiet h-9 px-3 text-sm';

function Followed({ bulkChange }: { bulkChange: BulkChange }) {
  const { busy, once } = useOnce();
  const act = (call: (id: string) => Promise<BulkChange>, failed: string) => () =>
    once(() => call(bulkChange.id).then(follow, (error: unknown) => notifyFailure(failureMessage(error, failed))));
  const running = isRunning(bulkChange);
  const { skipped, notUndone, id } = bulkChange;
  return (
    <li className="grid gap-2 rounded-2xl border border-line bg-surface p-4 text-sm shadow-pop">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{changeTitle(bulkChange.change)}</p>
        {!running && (
          <button type="button" className="icon-button -my-1.5" aria-label="Close" onClick={() => unfollow(bulkChange)}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {running && (
        <progress className="progress" aria-label={changeTitle(bulkChange.change)} {...progressOf(bulkChange)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-muted tabular-nums">
          {running ? '' : 'Done: '}
          {progressText(bulkChange)}
        </p>
        <div className="flex gap-2">
          {skipped + notUndone > 0 && !running && (
            <Link to={`/admin/bulk-changes?change=${id}`} className={buttonStyle}>
              Show
            </Link>
          )}
          {running && (
            <button
              type="button"
              className={buttonStyle}
              disabled={busy}
              onClick={() => void act(stopBulkChange, 'It could not be stopped.')()}
            >
              Stop
            </button>
          )}
          {bulkChange.isUndoable && (
            <button
              type="button"
              className={buttonStyle}
              disabled={busy}
              onClick={() => void act(undoBulkChange, 'It could not be undone.')()}
            >
              Undo
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

/** The progress of the bulk changes that were started in this tab, on whatever screen. */
export function BulkProgress() {
  const followed = useFollowedChanges();
  const { revalidate } = useRevalidator();
  const running = followed.filter(isRunning).map(({ id }) => id);
  const runningIds = running.join();

  useEffect(() => {
    for (const id of rememberedIds()) loadBulkChange(id).then(follow, () => unfollow({ id }));
  }, []);

  useEffect(() => {
    if (runningIds === '') return;
    const poll = () => {
      for (const id of runningIds.split(','))
        loadBulkChange(id).then((bulkChange) => {
          follow(bulkChange);
          if (!isRunning(bulkChange)) void revalidate();
        }, console.warn);
    };
    const timer = setInterval(poll, everyMs);
    return () => clearInterval(timer);
  }, [runningIds, revalidate]);

  if (followed.length === 0) return null;
  return (
    <ul
      aria-label="Bulk changes"
      className="fixed right-4 bottom-20 z-40 grid w-[min(380px,calc(100vw-32px))] gap-2 md:bottom-5"
    >
      {followed.map((bulkChange) => (
        <Followed key={bulkChange.id} bulkChange={bulkChange} />
      ))}
    </ul>
  );
}
