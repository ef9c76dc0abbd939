import { Dialog } from '@base-ui/react/dialog';
import { backdrop } from '../../kit/dialogs/dialog-styles.ts';
import { useFinalFocus } from '../../kit/focus/use-final-focus.ts';
import { CommandList } from './command-list.tsx';

const popup =
  'fixed top-[max(14px,10svh)] left-1/2 z-50 flex max-h-[min(560px,80svh)] w-[min(620px,calc(100vw-28px))] -translate-x-1/2 flex-col overflow-clip rounded-[20px] border border-line bg-surface text-text shadow-pop outline-none transition-[scale,opacity] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

export function CommandDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const finalFocus = useFinalFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={popup} aria-label="Search and commands" finalFocus={finalFocus}>
          <CommandList onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
