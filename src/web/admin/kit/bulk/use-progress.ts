import { useEffect, useRef, useState } from 'react';
import { type BulkChange, pollBulkChange } from '../records/bulk-change.ts';
import { isNotFound } from '../session/failure.ts';

/** By id: how far it is; null for one that no longer exists. Those without an answer are missing. */
export type Progress = ReadonlyMap<string, BulkChange | null>;

const everyMs = 1000;
const afterFailureMs = 5000;

const askAll = async (ids: readonly string[]): Promise<Progress> => {
  const progress = new Map<string, BulkChange | null>();
  const ask = async (id: string) => {
    try {
      progress.set(id, await pollBulkChange(id));
    } catch (error) {
      if (isNotFound(error)) progress.set(id, null);
    }
  };
  await Promise.all(ids.map(ask));
  return progress;
};

/**
 * Asks how far these bulk changes are: one round after the other, and none while nobody can see it. Returns whether the last
 * round failed; the next one follows all the same.
 */
export const useProgress = (ids: readonly string[], onProgress: (progress: Progress) => void): boolean => {
  const [isFailing, setFailing] = useState(false);
  const latest = useRef({ ids, onProgress });
  /** The round that is under way; it outlives the effect that began it. */
  const round = useRef<Promise<unknown>>(Promise.resolve());
  const key = ids.join();
  useEffect(() => {
    latest.current = { ids, onProgress };
  });

  useEffect(() => {
    if (key === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWaiting = false;
    let isGone = false;

    const poll = async () => {
      isWaiting = false;
      await round.current;
      if (isGone) return;
      const asked = askAll(latest.current.ids);
      round.current = asked;
      const progress = await asked;
      // Somebody may have stopped one meanwhile: what is shown is newer than this answer.
      if (isGone) return;
      const hasFailed = latest.current.ids.some((id) => !progress.has(id));
      setFailing(hasFailed);
      wait(hasFailed ? afterFailureMs : everyMs);
      latest.current.onProgress(progress);
    };
    const wait = (ms: number) => {
      isWaiting = true;
      if (document.visibilityState === 'visible') timer = setTimeout(poll, ms);
    };
    const seeOrHide = () => {
      clearTimeout(timer);
      if (isWaiting && document.visibilityState === 'visible') void poll();
    };

    wait(0);
    document.addEventListener('visibilitychange', seeOrHide);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seeOrHide);
    };
  }, [key]);
  return isFailing && key !== '';
};
