import { useEffect, useLayoutEffect, useState } from 'react';

/** True for the body and the main element, one of which has the focus when no control does. */
export const isPageItself = (element: EventTarget | null) =>
  element === document.body || (element instanceof HTMLElement && element.id === 'main');

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

/** Focuses the row that is the Tab stop of its table, or else the main content. */
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
 * The `finalFocus` of a dialog that a keyboard shortcut opens. Base UI restores the previous focus, but if that was the
 * page itself, it would focus the first field, where single-key shortcuts would be typed as text.
 */
export const useFinalFocus = (isOpen: boolean) => {
  const [isFromPage, setFromPage] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) setFromPage(isPageItself(document.activeElement));
  }, [isOpen]);
  return isFromPage ? backToPage : undefined;
};

/**
 * Moves the focus when the focused element is removed, such as a deleted row. Browsers would focus the body, and Tab
 * would start again at the top of the page.
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
