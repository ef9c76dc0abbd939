import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { isFormEdited, useDiscardQuestion, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { backdrop, popup, useTopmost } from './dialog.ts';

const widths = {
  narrow: 'w-[min(440px,calc(100vw-28px))]',
  normal: 'w-[min(560px,calc(100vw-28px))]',
  wide: 'w-[min(1080px,calc(100vw-28px))]',
};

interface FormDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Whether there are unsaved changes. Determined from the dialog's uncontrolled forms by default. */
  unsaved?: boolean;
  /** Called when unsaved changes are discarded, before the dialog closes. */
  onDiscard?: () => void;
  size?: keyof typeof widths;
  /** The close button by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The previously focused element by default. */
  finalFocus?: Dialog.Popup.Props['finalFocus'];
  children: ReactNode;
}

const nothing = () => {};

/** A dialog with a title and a close button. A click outside does not close it. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    title,
    onClose,
    unsaved,
    onDiscard = nothing,
    size = 'normal',
    initialFocus,
    finalFocus,
    children,
  } = props;
  const askToDiscard = useDiscardQuestion();
  const isTopmost = useTopmost(open);
  const popupRef = useRef<HTMLDivElement>(null);
  const isUnsaved = () => unsaved ?? [...(popupRef.current?.querySelectorAll('form') ?? [])].some(isFormEdited);
  useUnsavedGuard(open && isUnsaved, onDiscard);
  const close = () => {
    const discards = isUnsaved();
    void askToDiscard(discards, () => {
      if (discards) onDiscard();
      onClose();
    });
  };
  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(isOpen) => !isOpen && isTopmost() && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          ref={popupRef}
          className={`${popup} ${widths[size]}`}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
        >
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
