import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ImportRecord } from '#contract/imports.ts';
import { fullCount } from '../kit/format.ts';
import { Panel } from '../kit/screen-parts.tsx';
import { isSignedOut } from '../kit/session/failure.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import { useDiscard } from './deleting.ts';
import { fromWire, type Import, importEventsUrl, pollImport, stopImport } from './import-calls.ts';
import { isUnderWay, sizeLabel, timeLabel } from './import-words.ts';

const minMeasuredMs = 2000;

/** Units per second since this screen opened; undefined until there is enough to measure. */
const useRate = (key: string, done: number): number | undefined => {
  const first = useRef({ key, done, at: Date.now() });
  if (first.current.key !== key || done < first.current.done) first.current = { key, done, at: Date.now() };
  const ms = Date.now() - first.current.at;
  const measured = done - first.current.done;
  return ms < minMeasuredMs || measured === 0 ? undefined : (measured / ms) * 1000;
};

interface ProgressView {
  title: string;
  note: string;
  done: number;
  /** Unknown while a feed is read for the first time. */
  total: number | undefined;
  unit: (count: number) => string;
}

const rows = (count: number) => `${fullCount(count)} rows`;
const posts = (count: number) => `${fullCount(count)} posts`;

const progressView = (record: Import): ProgressView => {
  const { state, doneRows, totalRows, bytes, counts, undone, leftAlone, takenDown } = record;
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
      note: 'Every row is read and compared with the existing posts. Nothing is changed.',
      done: doneRows,
      total: totalRows ?? undefined,
      unit: rows,
    };
  if (state === 'undoing')
    return {
      title: 'Undoing',
      note: 'Posts changed since the import are left alone.',
      done: undone + leftAlone,
      total: counts.new + counts.changed + takenDown,
      unit: posts,
    };
  return {
    title: 'Importing',
    note: 'You can leave this screen. The import continues even after the site restarts.',
    done: doneRows,
    total: totalRows ?? undefined,
    unit: rows,
  };
};

function Failure({ failure }: { failure: ProgressFailure }) {
  // Reloading with adminClient opens the sign-in dialog.
  const { revalidate } = useRevalidator();
  if (failure === 'unreachable')
    return (
      <p role="alert" className="text-sm text-danger">
        The progress could not be loaded. The import continues; retrying…
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="alert" className="text-sm text-danger">
        Your session has ended. The import continues.
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

export function ProgressPanel({ progress, failure }: ProgressPanelProps) {
  const { run, busy } = useSingleAction('The import could not be stopped.');
  const { discard, isDiscarding } = useDiscard(progress.id);
  const { title, note, done, total, unit } = progressView(progress);
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

const pollMs = 1000;
const retryMs = 5000;
/** A proxy that buffers responses holds events back: after this time without one, the browser polls instead. */
const silenceMs = 4000;

type ProgressFailure = 'signedOut' | 'unreachable';

interface Follower {
  onProgress: (progress: Import) => void;
  onFailing: (failure: ProgressFailure | undefined) => void;
}

/** Follows an import by server-sent events, or by polling while none arrive. Returns a function that stops it. */
const followImport = (id: string, { onProgress, onFailing }: Follower) => {
  const events = new EventSource(importEventsUrl(id));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const poll = async () => {
    try {
      const progress = await pollImport(id);
      if (isStopped) return;
      onFailing(undefined);
      onProgress(progress);
      timer = setTimeout(poll, pollMs);
    } catch (error) {
      console.warn(error);
      if (isStopped) return;
      onFailing(isSignedOut(error) ? 'signedOut' : 'unreachable');
      timer = setTimeout(poll, retryMs);
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
  // The browser reconnects by itself unless the server refused the connection.
  events.addEventListener('error', () => pollAfter(pollMs));
  pollAfter(silenceMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    events.close();
  };
};

/** The current state of an import. It is followed while the server works on it and the tab is visible. */
export const useImportProgress = (loaded: Import, onEnd: () => void) => {
  const [progress, setProgress] = useState(loaded);
  const [failure, setFailure] = useState<ProgressFailure>();
  const [lastLoaded, setLastLoaded] = useState(loaded);
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded);
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
    const followIfVisible = () => {
      stop?.();
      const isVisible = document.visibilityState === 'visible';
      stop = isVisible ? followImport(id, { onProgress, onFailing: setFailure }) : undefined;
    };
    followIfVisible();
    document.addEventListener('visibilitychange', followIfVisible);
    return () => {
      stop?.();
      document.removeEventListener('visibilitychange', followIfVisible);
    };
  }, [id, isActive]);
  return { progress, failure: isActive ? failure : undefined };
};
