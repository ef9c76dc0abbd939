import { useEffect, useLayoutEffect, useState } from 'react';

/** Where the focus is when it is on nothing in particular. */
export const isOnPage = (element: EventTarget | null) =>
  element === document.body || (element instanceof HTMLElement && element.id === 'main');

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

/** Focuses the row to go on with, which is the Tab stop of its table; without one, the content of the screen. */
export const focusContent = () => {
  const row = document.querySelector<HTMLElement>('#main tr[tabindex="0"]');
  if (row) row.focus({ preventScroll: true });
  else focusMain();
};

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

/**
 * Moves the focus on when the element that had it is removed, such as a deleted row: browsers drop it to the body, from
 * where the Tab key starts at the top of the page.
 */
export const useLostFocus = () => {
  useEffect(() => {
    let focused: EventTarget | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      focused = target;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !(focused instanceof Node) || focused.isConnected) return;
      focused = null;
      focusContent();
    });
    addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
};
