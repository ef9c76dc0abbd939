import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` focuses the search box with this id. If it is hidden, as on small screens, `openSearch` is called instead. */
export const useSlashKey = (boxId: string, openSearch: () => void) => {
  const focusSearch = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const box = document.getElementById(boxId);
    if (box?.checkVisibility()) box.focus();
    else openSearch();
  });
  useEffect(() => {
    document.addEventListener('keydown', focusSearch);
    return () => document.removeEventListener('keydown', focusSearch);
  }, []);
};
