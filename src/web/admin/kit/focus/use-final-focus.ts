import { useLayoutEffect, useState } from 'react';
import { focusMain, isOnPage } from './focus-content.ts';

const backToPage = () => {
  queueMicrotask(focusMain);
  return false;
};

/**
 * The `finalFocus` of a dialog that a key opens. Base UI returns the focus to what had it; where that was the page itself,
 * it would choose the first field instead, in which single keys are text.
 */
export const useFinalFocus = (isOpen: boolean) => {
  const [isFromPage, setFromPage] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) setFromPage(isOnPage(document.activeElement));
  }, [isOpen]);
  return isFromPage ? backToPage : undefined;
};
