import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` goes to the search: to the box with this id, or to `openSmall` where the box is not shown. */
export const useSlashKey = (boxId: string, openSmall: () => void) => {
  const goToSearch = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.documentElement.dataset.ageGate || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const box = document.getElementById(boxId);
    if (box?.checkVisibility()) box.focus();
    else openSmall();
  });
  useEffect(() => {
    document.addEventListener('keydown', goToSearch);
    return () => document.removeEventListener('keydown', goToSearch);
  }, []);
};
