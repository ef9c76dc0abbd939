import { useEffect, useId } from 'react';

const openDialogs: string[] = [];

/** Returns whether a dialog is the topmost one: Escape reaches all that are open, and is meant for that one alone. */
export const useTopmost = (isOpen: boolean) => {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    openDialogs.push(id);
    return () => {
      // Later, because the same press of Escape reaches the dialog below next.
      setTimeout(() => openDialogs.splice(openDialogs.indexOf(id), 1));
    };
  }, [id, isOpen]);
  return () => openDialogs.at(-1) === id;
};
