import { useEffect, useRef, useState } from 'react';
import type { ImportRecord } from '#contract/import-records.ts';
import { fromWire, type Import, importEventsUrl, pollImport } from '../kit/records/import.ts';
import { isSignedOut } from '../kit/session/failure.ts';
import { isUnderWay } from './import-words.ts';

const everyMs = 1000;
const afterFailureMs = 5000;
/** A proxy that buffers answers lets no event through; then the browser asks instead. */
const silenceMs = 4000;

/** Why nobody can see how far it is. */
export type ProgressFailure = 'signedOut' | 'unreachable';

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
