import type { ComponentProps, ReactNode } from 'react';

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null;

export const closeModal = (id: string) => dialogOf(id)?.close();

/** A button that the browser itself connects to a dialog, so that it works before React has loaded and without it. */
const commanding = (command: 'show-modal' | 'close', id: string) => ({ command, commandfor: id });

/** The handlers are for browsers that do not know the attributes yet: others would open the dialog twice. */
const knowsCommands = () => 'command' in HTMLButtonElement.prototype;

export function OpenModalButton({ modal, ...props }: ComponentProps<'button'> & { modal: string }) {
  const open = () => {
    if (!knowsCommands() && !dialogOf(modal)?.open) dialogOf(modal)?.showModal();
  };
  return <button type="button" {...commanding('show-modal', modal)} {...props} onClick={open} />;
}

export function CloseModalButton({ modal, ...props }: ComponentProps<'button'> & { modal: string }) {
  return <button type="button" {...commanding('close', modal)} {...props} onClick={() => closeModal(modal)} />;
}

interface ModalProps {
  id: string;
  label: string;
  className: string;
  children: ReactNode;
}

/** A native dialog: the browser traps focus, closes it on Escape and restores focus. It keeps what was typed in it. */
export function Modal({ id, label, className, children }: ModalProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape
    <dialog
      id={id}
      aria-label={label}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={`m-0 text-text backdrop:bg-black/60 ${className}`}
    >
      {children}
    </dialog>
  );
}
