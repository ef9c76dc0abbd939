import { type ComponentType, useEffect, useState } from 'react';
import { notifyFailure } from '../../kit/feedback/toasts.tsx';
import { onPaletteOpened, type PaletteView } from './open-palette.ts';
import type { PaletteProps } from './palette.tsx';
import { usePaletteKeys } from './use-palette-keys.ts';

const prefetchDelayMs = 3000;

/** Loads the palette when a screen is done, or when it is opened before: no screen waits for it, and no key is lost. */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [view, setView] = useState<PaletteView>();
  usePaletteKeys();

  useEffect(() => {
    const load = () => import('./palette.tsx').then((module) => setPalette(() => module.Palette));
    // If this fails, the next attempt is made when it is opened.
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
