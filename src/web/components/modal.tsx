import { type ReactNode, useEffect, useRef } from 'react';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  label: string;
  className: string;
  children: ReactNode;
}

/** The browser's own dialog: it traps focus, hides the page behind, closes on Escape and gives the focus back. */
export function Modal({ open, onClose, label, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way to close, and the browser provides it
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={`m-0 text-text backdrop:bg-black/60 backdrop:backdrop-blur-xs ${className}`}
    >
      {open && children}
    </dialog>
  );
}
