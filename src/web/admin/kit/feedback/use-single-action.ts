import { useRef, useState } from 'react';
import { useAction } from './use-action.ts';

/** Like useAction, but a second click does nothing until the first has had its effect. */
export const useSingleAction = (fallbackMessage: string) => {
  const report = useAction(fallbackMessage);
  const [busy, setBusy] = useState(false);
  // The state alone would let a click through that comes before the next render.
  const running = useRef(false);
  const run = async <T>(start: () => Promise<T>, successMessage?: (result: T) => string) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await report(start(), successMessage);
    running.current = false;
    setBusy(false);
  };
  return { run, busy };
};
