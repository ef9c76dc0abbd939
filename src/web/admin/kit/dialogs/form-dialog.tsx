import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { backdrop, popup } from './dialog-styles.ts';

const widths = {
  narrow: 'w-[min(440px,calc(100vw-28px))]',
  normal: 'w-[min(560px,calc(100vw-28px))]',
  wide: 'w-[min(1080px,calc(100vw-28px))]',
};

interface FormDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  size?: keyof typeof widths;
  /** The close button if omitted. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog with a title and a close button. A click outside does not close it, so that no input is lost. */
export function FormDialog({ open, title, onClose, size = 'normal', initialFocus, children }: FormDialogProps) {
  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={`${popup} ${widths[size]}`} initialFocus={initialFocus}>
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface py-3 pr-3 pl-6">
            <Dialog.Title className="text-lg font-[620]">{title}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="p-6">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
