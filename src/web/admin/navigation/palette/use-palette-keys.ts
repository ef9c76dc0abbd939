import { useEffect } from 'react';
import { isOnPage } from '../../kit/focus/focus-content.ts';
import { openPalette } from './open-palette.ts';

const dialogs = '[role="dialog"],[role="alertdialog"],dialog[open]';

/** Single keys are for the page itself and its rows: in fields they are text, and on buttons screen readers use them. */
const isPageOrRow = (target: EventTarget | null) =>
  isOnPage(target) || (target instanceof HTMLElement && target.matches('tr'));

const viewFor = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'commands';
  if (ctrlKey || metaKey || altKey || !isPageOrRow(target)) return undefined;
  if (key === '/') return 'commands';
  return key === '?' ? 'keys' : undefined;
};

/** Ctrl+K or ⌘K and / open the palette, ? the list of keys; nothing while a dialog is open. */
export const usePaletteKeys = () => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const view = viewFor(event);
      if (view === undefined || event.defaultPrevented || document.querySelector(dialogs)) return;
      event.preventDefault();
      openPalette(view);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
};
