import { useRef, useState } from 'react';

/** Runs one action at a time: clicks while it runs do nothing. */
export const useOnce = () => {
  const [busy, setBusy] = useState(false);
  // A ref, because a second click may come before the state is rendered.
  const running = useRef(false);
  const once = async (action: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await action();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
};
