import { type ComponentType, useEffect, useState } from 'react';
import { notifyFailure } from '../kit/feedback/toasts.tsx';
import { onPaletteOpened, type PaletteView } from './open-palette.ts';
import type { PaletteProps } from './palette.tsx';
import { usePaletteKeys } from './use-palette-keys.ts';

/** Loads the palette when it is first opened, so that no screen waits for it. */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [view, setView] = useState<PaletteView>();
  usePaletteKeys();
  useEffect(
    () =>
      onPaletteOpened((opened) => {
        setView(opened);
        import('./palette.tsx').then(
          (module) => setPalette(() => module.Palette),
          () => {
            setView(undefined);
            notifyFailure('The site cannot be reached. Please try again in a moment.');
          },
        );
      }),
    [],
  );
  return Palette && <Palette view={view} onClose={() => setView(undefined)} />;
}
