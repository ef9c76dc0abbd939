import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import {
  type BulkChange,
  follow,
  pollBulkChange,
  rememberedIds,
  stopBulkChange,
  undoBulkChange,
  unfollow,
  useFollowedChanges,
} from '../kit/bulk/bulk-changes.ts';
import { changeTitle, isRunning, progressOf, progressText } from '../kit/bulk/change-words.ts';
import { failureMessage, isNotFound } from '../kit/session/failure.ts';
import { notifyFailure } from '../kit/toasts.tsx';
import { useOnce } from '../kit/use-once.ts';

/** The loaded bulk changes by id; null if one doesn't exist any more. Missing if the call failed. */
export type Progress = ReadonlyMap<string, BulkChange | null>;

const everyMs = 1000;
const afterFailureMs = 5000;

const loadAll = async (ids: readonly string[]): Promise<Progress> => {
  const progress = new Map<string, BulkChange | null>();
  const load = async (id: string) => {
    try {
      progress.set(id, await pollBulkChange(id));
    } catch (error) {
      if (isNotFound(error)) progress.set(id, null);
    }
  };
  await Promise.all(ids.map(load));
  return progress;
};

/** Polls these bulk changes, one round at a time, while the tab is visible. Returns whether the last round failed. */
const useProgress = (ids: readonly string[], onProgress: (progress: Progress) => void): boolean => {
  const [isFailing, setFailing] = useState(false);
  const latest = useRef({ ids, onProgress });
  /** The current round, which may outlive the effect that started it. */
  const round = useRef<Promise<unknown>>(Promise.resolve());
  const key = ids.join();
  useEffect(() => {
    latest.current = { ids, onProgress };
  });

  useEffect(() => {
    if (key === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWaiting = false;
    let isStopped = false;

    const poll = async () => {
      isWaiting = false;
      await round.current;
      if (isStopped) return;
      const loading = loadAll(latest.current.ids);
      round.current = loading;
      const progress = await loading;
      // A bulk change may have been stopped meanwhile: what is shown is newer than this response.
      if (isStopped) return;
      const hasFailed = latest.current.ids.some((id) => !progress.has(id));
      setFailing(hasFailed);
      wait(hasFailed ? afterFailureMs : everyMs);
      latest.current.onProgress(progress);
    };
    const wait = (ms: number) => {
      isWaiting = true;
      if (document.visibilityState === 'visible') timer = setTimeout(poll, ms);
    };
    const onVisibilityChange = () => {
      clearTimeout(timer);
      if (isWaiting && document.visibilityState === 'visible') void poll();
    };

    wait(0);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [key]);
  return isFailing && key !== '';
};

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

/** The progress of the bulk changes that were started in this tab, on all screens. */
export function BulkProgress() {
  const followed = useFollowedChanges();
  const { revalidate } = useRevalidator();
  /** Ids from before a reload whose bulk changes aren't loaded yet. */
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
