import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { Icon } from '../../../components/icon.tsx';
import { notifyFailure } from '../feedback/toasts.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { type BulkChange, stopBulkChange, undoBulkChange } from '../records/bulk-change.ts';
import { failureMessage } from '../session/failure.ts';
import { changeTitle, isRunning, progressOf, progressText } from './change-words.ts';
import { follow, rememberedIds, unfollow, useFollowedChanges } from './followed-changes.ts';
import { useProgress } from './use-progress.ts';

const buttonStyle = 'btn btn-quiet h-9 px-3 text-sm max-md:h-10';

function Followed({ bulkChange, isFailing }: { bulkChange: BulkChange; isFailing: boolean }) {
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
      {running && isFailing && (
        <p role="alert" className="text-danger">
          The progress could not be loaded. Trying again…
        </p>
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
  /** Followed before the page was reloaded, and not loaded yet. */
  const [remembered, setRemembered] = useState<string[]>([]);
  useEffect(() => setRemembered(rememberedIds()), []);

  const known = new Set(followed.map(({ id }) => id));
  const unloaded = remembered.filter((id) => !known.has(id));
  const running = followed.filter(isRunning).map(({ id }) => id);
  const isFailing = useProgress([...unloaded, ...running], (progress) => {
    setRemembered((ids) => ids.filter((id) => !progress.has(id)));
    for (const [id, bulkChange] of progress) {
      if (bulkChange) follow(bulkChange);
      else unfollow({ id });
    }
    const hasEnded = (id: string) => {
      const bulkChange = progress.get(id);
      return bulkChange && !isRunning(bulkChange);
    };
    if (running.some(hasEnded)) void revalidate();
  });

  if (followed.length === 0) return null;
  return (
    <ul
      aria-label="Bulk changes"
      className="fixed right-4 bottom-20 z-40 grid w-[min(380px,calc(100vw-32px))] gap-2 md:bottom-5"
    >
      {followed.map((bulkChange) => (
        <Followed key={bulkChange.id} bulkChange={bulkChange} isFailing={isFailing} />
      ))}
    </ul>
  );
}
