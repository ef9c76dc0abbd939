import { CommandDialog } from './command-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import type { PaletteView } from './open-palette.ts';

export interface PaletteProps {
  view: PaletteView | undefined;
  onClose: () => void;
}

export function Palette({ view, onClose }: PaletteProps) {
  return (
    <>
      <CommandDialog open={view === 'commands'} onClose={onClose} />
      <KeysDialog open={view === 'keys'} onClose={onClose} />
    </>
  );
}
