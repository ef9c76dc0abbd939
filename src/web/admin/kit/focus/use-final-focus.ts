import { useLayoutEffect, useRef } from 'react';
import { focusMain, isOnPage } from './focus-content.ts';

/**
 * The `finalFocus` of a dialog that a key opens. Base UI returns the focus to what had it; where that was the page itself,
 * it would choose the first field instead, in which single keys are text.
 */
export const useFinalFocus = (isOpen: boolean) => {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  return () => {
    if (!isOnPage(opener.current)) return true;
    queueMicrotask(focusMain);
    return false;
  };
};
