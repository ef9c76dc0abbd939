import { useEffect, useId } from 'react';

// The same z-index for both: a dialog that opens on top of another one dims it.
export const backdrop =
  'fixed inset-0 z-50 bg-black/60 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const popup =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100svh-28px)] -translate-1/2 scroll-py-20 overflow-y-auto overscroll-contain rounded-[20px] border border-line bg-surface text-text shadow-pop outline-none transition-[scale,opacity] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

const openDialogs: string[] = [];

/** Returns whether a dialog is the topmost one. Escape reaches all open dialogs, but must only close that one. */
export const useTopmost = (isOpen: boolean) => {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    openDialogs.push(id);
    return () => {
      // Delayed, because the same key press reaches the dialog below next.
      setTimeout(() => openDialogs.splice(openDialogs.indexOf(id), 1));
    };
  }, [id, isOpen]);
  return () => openDialogs.at(-1) === id;
};
