import { useRef, useState } from 'react';

/** One click is one action: while it runs, another does nothing, whatever was clicked or pressed twice. */
export const useOnce = () => {
  const [busy, setBusy] = useState(false);
  // The state alone would let a click through that comes before the next render.
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
