import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ImportRecord } from '#contract/imports.ts';
import { fullCount } from '../kit/format.ts';
import { Panel } from '../kit/screen-parts.tsx';
import { isSignedOut } from '../kit/session/failure.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import { fromWire, type Import, importEventsUrl, pollImport, stopImport } from './import-calls.ts';
import { isUnderWay, sizeLabel, timeLabel } from './import-words.ts';
import { useDiscard } from './use-discard.ts';

const minMs = 2000;

/** How many a second were done since the first that was seen here; undefined until that says something. */
const useRate = (key: string, done: number): number | undefined => {
  const first = useRef({ key, done, at: Date.now() });
  if (first.current.key !== key || done < first.current.done) first.current = { key, done, at: Date.now() };
  const ms = Date.now() - first.current.at;
  const seen = done - first.current.done;
  return ms < minMs || seen === 0 ? undefined : (seen / ms) * 1000;
};

interface Shown {
  title: string;
  note: string;
  done: number;
  /** Unknown while a feed is read for the first time. */
  total: number | undefined;
  unit: (count: number) => string;
}

const rows = (count: number) => `${fullCount(count)} rows`;
const posts = (count: number) => `${fullCount(count)} posts`;

const shownOf = (each: Import): Shown => {
  const { state, doneRows, totalRows, bytes, counts, undone, leftAlone, takenDown } = each;
  if (state === 'receiving')
    return {
      title: 'Fetching the feed',
      note: 'You can leave this screen.',
      done: bytes,
      total: undefined,
      unit: sizeLabel,
    };
  if (state === 'checking')
    return {
      title: 'Dry run',
      note: 'Every row is read and compared with what is here. Nothing is written.',
      done: doneRows,
      total: totalRows ?? undefined,
      unit: rows,
    };
  if (state === 'undoing')
    return {
      title: 'Undoing',
      note: 'Posts that somebody has changed since are left alone.',
      done: undone + leftAlone,
      total: counts.new + counts.changed + takenDown,
      unit: posts,
    };
  return {
    title: 'Importing',
    note: 'It goes on if you leave this screen, and after a restart of the site.',
    done: doneRows,
    total: totalRows ?? undefined,
    unit: rows,
  };
};

function Failure({ failure }: { failure: ProgressFailure }) {
  // Whatever the screen loads asks who has been signed out to sign in again.
  const { revalidate } = useRevalidator();
  if (failure === 'unreachable')
    return (
      <p role="alert" className="text-sm text-danger">
        The progress could not be loaded. It goes on all the same; trying again…
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="alert" className="text-sm text-danger">
        Your session has ended. The import goes on all the same.
      </p>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11" onClick={() => void revalidate()}>
        Sign in again
      </button>
    </div>
  );
}

interface ProgressPanelProps {
  progress: Import;
  failure: ProgressFailure | undefined;
}

/** What is happening to an import, live. */
export function ProgressPanel({ progress, failure }: ProgressPanelProps) {
  const { run, busy } = useSingleAction('It could not be stopped.');
  const { discard, isDiscarding } = useDiscard(progress.id);
  const { title, note, done, total, unit } = shownOf(progress);
  const rate = useRate(progress.state, done);
  const left = rate && total !== undefined ? timeLabel(((total - done) / rate) * 1000) : undefined;
  const facts = [
    total === undefined ? unit(done) : `${fullCount(done)} of ${unit(total)}`,
    rate && `${unit(Math.round(rate))} a second`,
    left && total !== undefined && done < total && `${left} left`,
  ].filter(Boolean);
  const stop = () => void run(() => stopImport(progress.id));
  return (
    <Panel title={title}>
      <div className="grid gap-3 p-4.5">
        <progress
          aria-label={title}
          className={`progress ${total === undefined ? 'animate-pulse' : ''}`}
          {...(total === undefined ? {} : { max: Math.max(total, 1), value: Math.min(done, total) })}
        />
        <p role="status" className="tabular-nums">
          {facts.join(' · ')}
        </p>
        <p className="text-sm text-muted">{note}</p>
        {failure && <Failure failure={failure} />}
        <div>
          {progress.state === 'receiving' ? (
            <button type="button" className="btn btn-quiet" disabled={isDiscarding} onClick={discard}>
              Cancel
            </button>
          ) : (
            <button type="button" className="btn btn-quiet" disabled={busy} onClick={stop}>
              Stop
            </button>
          )}
        </div>
      </div>
    </Panel>
  );
}

const everyMs = 1000;
const afterFailureMs = 5000;
/** A proxy that buffers answers lets no event through; then the browser asks instead. */
const silenceMs = 4000;

/** Why nobody can see how far it is. */
type ProgressFailure = 'signedOut' | 'unreachable';

interface Follower {
  onProgress: (progress: Import) => void;
  onFailing: (failure: ProgressFailure | undefined) => void;
}

/** Follows an import by server-sent events and, for as long as none arrive, by asking. Returns how to stop. */
const followImport = (id: string, { onProgress, onFailing }: Follower) => {
  const events = new EventSource(importEventsUrl(id));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const poll = async () => {
    try {
      const progress = await pollImport(id);
      if (isOver) return;
      onFailing(undefined);
      onProgress(progress);
      timer = setTimeout(poll, everyMs);
    } catch (error) {
      console.warn(error);
      if (isOver) return;
      onFailing(isSignedOut(error) ? 'signedOut' : 'unreachable');
      timer = setTimeout(poll, afterFailureMs);
    }
  };
  const pollAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(poll, ms);
  };
  events.addEventListener('message', ({ data }) => {
    onFailing(undefined);
    pollAfter(silenceMs);
    onProgress(fromWire(JSON.parse(String(data)) as ImportRecord));
  });
  // The browser connects again by itself, unless it was refused.
  events.addEventListener('error', () => pollAfter(everyMs));
  pollAfter(silenceMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    events.close();
  };
};

/** The import as it is now, for as long as something happens to it and somebody can see it. */
export const useImportProgress = (loaded: Import, onEnd: () => void) => {
  const [progress, setProgress] = useState(loaded);
  const [failure, setFailure] = useState<ProgressFailure>();
  const [seen, setSeen] = useState(loaded);
  if (seen !== loaded) {
    setSeen(loaded);
    setProgress(loaded);
  }
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  const { id } = loaded;
  const isActive = isUnderWay(progress);
  useEffect(() => {
    if (!isActive) return;
    let stop: (() => void) | undefined;
    const onProgress = (next: Import) => {
      setProgress(next);
      if (!isUnderWay(next)) end.current();
    };
    const seeOrHide = () => {
      stop?.();
      const isSeen = document.visibilityState === 'visible';
      stop = isSeen ? followImport(id, { onProgress, onFailing: setFailure }) : undefined;
    };
    seeOrHide();
    document.addEventListener('visibilitychange', seeOrHide);
    return () => {
      stop?.();
      document.removeEventListener('visibilitychange', seeOrHide);
    };
  }, [id, isActive]);
  return { progress, failure: isActive ? failure : undefined };
};
