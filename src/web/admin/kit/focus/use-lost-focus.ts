import { useEffect } from 'react';
import { focusContent } from './focus-content.ts';

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
