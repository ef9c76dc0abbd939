import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

interface PopupProps {
  label: string;
  /** Makes the popup controlled, so that its content can close it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A button that opens a small panel below it. */
export function Popup({ label, children, ...state }: PopupProps) {
  return (
    <Popover.Root {...state}>
      <Popover.Trigger className="btn btn-quiet h-10 px-4 text-sm">{label}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-50">
          <Popover.Popup
            aria-label={label}
            className="max-h-[70vh] w-[min(320px,calc(100vw-32px))] overflow-y-auto rounded-2xl border border-line bg-surface p-4 text-sm shadow-pop outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
