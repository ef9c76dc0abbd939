import { Icon } from '../../../components/icon.tsx';
import { openPalette } from './open-palette.ts';

/** Opens the palette: an icon in the bar of small screens, a field in the sidebar. */
export function PaletteButton({ wide = false }: { wide?: boolean }) {
  const open = () => openPalette('commands');
  if (!wide)
    return (
      <button type="button" className="icon-button" aria-label="Search and commands" onClick={open}>
        <Icon name="search" />
      </button>
    );
  return (
    <button
      type="button"
      aria-label="Search and commands"
      onClick={open}
      className="field flex h-10 items-center gap-2.5 rounded-full py-0 text-sm text-muted hover:text-text"
    >
      <Icon name="search" size={17} />
      Search
      <kbd className="ml-auto rounded-md border border-line px-1.5 text-xs">/</kbd>
    </button>
  );
}
