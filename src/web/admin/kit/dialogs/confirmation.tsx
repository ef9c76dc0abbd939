import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { backdrop, popup, useTopmost } from './dialog.ts';

interface Confirmation {
  question: string;
  details?: string;
  confirmLabel: string;
  cancelLabel?: string;
}

type Confirm = (confirmation: Confirmation) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(async () => false);

/** Asks for confirmation of a destructive action; resolves to the answer. */
export const useConfirmation = () => useContext(ConfirmContext);

interface Pending extends Confirmation {
  resolve: (confirmed: boolean) => void;
}

export function Confirmations({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending>();
  // Separate from `pending`, so that the text stays visible while the dialog fades out.
  const [open, setOpen] = useState(false);
  const isAsking = useRef(false);
  const isTopmost = useTopmost(open);

  const confirm = useCallback<Confirm>(
    (confirmation) =>
      new Promise((resolve) => {
        // One question at a time: ignore a second click.
        if (isAsking.current) return resolve(false);
        isAsking.current = true;
        setPending({ ...confirmation, resolve });
        setOpen(true);
      }),
    [],
  );
  const close = (confirmed: boolean) => {
    isAsking.current = false;
    setOpen(false);
    pending?.resolve(confirmed);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && isTopmost() && close(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={backdrop} />
          <AlertDialog.Popup className={`${popup} w-[min(440px,calc(100vw-28px))] p-6`}>
            <AlertDialog.Title className="text-lg font-[620]">{pending?.question}</AlertDialog.Title>
            {pending?.details && (
              <AlertDialog.Description className="mt-2 text-muted">{pending.details}</AlertDialog.Description>
            )}
            <div className="mt-6 flex justify-end gap-2.5">
              <AlertDialog.Close className="btn btn-quiet">{pending?.cancelLabel ?? 'Cancel'}</AlertDialog.Close>
              <button
                type="button"
                className="btn border-danger text-danger hover:bg-raised"
                onClick={() => close(true)}
              >
                {pending?.confirmLabel}
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}
