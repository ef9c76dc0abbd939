import { useEffect, useRef } from 'react';
import { claimDraft } from './draft-store.ts';

/**
 * The drafts that a list of changes shows. When the list is gone, those whose save has failed are offered by their forms
 * again; those that are being saved, once that fails.
 */
export const useClaimedDrafts = (form: string) => {
  const releases = useRef(new Map<string, () => void>());
  const failed = useRef(new Set<string>());
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    const [all, unsaved] = [releases.current, failed.current];
    return () => {
      isShown.current = false;
      for (const key of unsaved) all.get(key)?.();
    };
  }, []);

  return {
    claim: (key: string) => {
      failed.current.delete(key);
      releases.current.set(key, claimDraft(form, key));
    },
    /** For a save that has failed. */
    keepWhileShown: (key: string) => {
      if (isShown.current) failed.current.add(key);
      else releases.current.get(key)?.();
    },
  };
};
