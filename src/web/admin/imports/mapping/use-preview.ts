import { useEffect, useRef, useState } from 'react';
import { type FeedPreview, previewImport } from '../../kit/records/import.ts';
import type { ImportSettingsDraft } from '../../kit/records/import-source.ts';
import { failureMessage } from '../../kit/session/failure.ts';

const debounceMs = 250;

/** The first rows by settings that are being edited. Of several requests, the answer to the last one counts. */
export const usePreview = (importId: string, loaded: FeedPreview) => {
  const [preview, setPreview] = useState(loaded);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const load = async (settings: Partial<ImportSettingsDraft>, onLoaded?: (preview: FeedPreview) => void) => {
    const turn = ++latest.current;
    const isCurrent = () => turn === latest.current;
    try {
      const answer = await previewImport(importId, settings);
      if (!isCurrent()) return;
      setPreview(answer);
      setProblem(undefined);
      onLoaded?.(answer);
    } catch (error) {
      console.warn(error);
      if (isCurrent()) setProblem(failureMessage(error, 'The rows could not be read.'));
    }
    if (isCurrent()) setLoading(false);
  };
  /** `onLoaded` gets what was guessed where the settings leave something out. */
  const refresh = (settings: Partial<ImportSettingsDraft>, onLoaded?: (preview: FeedPreview) => void) => {
    clearTimeout(timer.current);
    // An answer that is still on its way is about what the form was before.
    latest.current++;
    setLoading(true);
    timer.current = setTimeout(() => void load(settings, onLoaded), debounceMs);
  };
  return { preview, isLoading, problem, refresh };
};
