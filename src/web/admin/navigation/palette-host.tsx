import { type ComponentType, useEffect, useState } from 'react';
import { isPageItself } from '../kit/focus.ts';
import { notifyFailure } from '../kit/toasts.tsx';
import { onPaletteOpened, openPalette, type PaletteView } from './open-palette.ts';
import type { PaletteProps } from './palette.tsx';

const dialogs = '[role="dialog"],[role="alertdialog"],dialog[open]';

/** For single-key shortcuts: fields take the keys as text, and screen readers use them on buttons. */
const isPageOrRow = (target: EventTarget | null) =>
  isPageItself(target) || (target instanceof HTMLElement && target.matches('tr'));

const viewFor = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'commands';
  if (ctrlKey || metaKey || altKey || !isPageOrRow(target)) return undefined;
  if (key === '/') return 'commands';
  return key === '?' ? 'keys' : undefined;
};

/** Ctrl+K, ⌘K and / open the palette, ? the list of shortcuts, unless a dialog is open. */
const usePaletteKeys = () => {
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

const prefetchDelayMs = 3000;

/** Loads the palette a few seconds after the screen, or when it is opened. */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [view, setView] = useState<PaletteView>();
  usePaletteKeys();

  useEffect(() => {
    const load = () => import('./palette.tsx').then((module) => setPalette(() => module.Palette));
    // If this fails, it is tried again when the palette is opened.
    const timer = setTimeout(() => load().catch((error: unknown) => console.warn(error)), prefetchDelayMs);
    const stopListening = onPaletteOpened((opened) => {
      setView(opened);
      load().catch(() => {
        setView(undefined);
        notifyFailure('The site cannot be reached. Please try again in a moment.');
      });
    });
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, []);

  return Palette && <Palette view={view} onClose={() => setView(undefined)} />;
}
