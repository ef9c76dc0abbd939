import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

interface FormButtonsProps {
  submit: string;
  busy: boolean;
  /** There is nothing to send, or nothing that can be sent. */
  disabled?: boolean;
  /** Further buttons, between both. */
  children?: ReactNode;
}

/** Sticky at the foot of a dialog's form. The form must be a flex column: in a grid, sticky has no room to move. */
export function FormButtons({ submit, busy, disabled = false, children }: FormButtonsProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-6 mt-1 -mb-6 flex flex-wrap justify-end gap-2.5 border-t border-line bg-surface px-6 py-3 max-sm:gap-2 max-sm:px-4 max-sm:has-[>:nth-child(3)]:[&>.btn]:px-2.5 max-sm:has-[>:nth-child(3)]:[&>.btn]:text-sm">
      <Dialog.Close className="btn btn-quiet">Cancel</Dialog.Close>
      {children}
      <button type="submit" className="btn btn-primary" disabled={busy || disabled} aria-busy={busy}>
        {submit}
      </button>
    </div>
  );
}
