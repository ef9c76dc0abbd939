import { type ComponentProps, type ReactNode, useRef } from 'react';

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null;

export const closeModal = (id: string) => dialogOf(id)?.close();

/** Invoker commands: the browser itself opens and closes the dialog, even before or without JavaScript. */
const invokerAttributes = (command: 'show-modal' | 'close', id: string) => ({ command, commandfor: id });

/** Browsers without invoker commands need click handlers; in others they would open the dialog twice. */
const supportsCommands = () => 'command' in HTMLButtonElement.prototype;

export function OpenModalButton({ modal, ...props }: ComponentProps<'button'> & { modal: string }) {
  const open = () => {
    if (!supportsCommands() && !dialogOf(modal)?.open) dialogOf(modal)?.showModal();
  };
  return <button type="button" {...invokerAttributes('show-modal', modal)} {...props} onClick={open} />;
}

export function CloseModalButton({ modal, ...props }: ComponentProps<'button'> & { modal: string }) {
  return <button type="button" {...invokerAttributes('close', modal)} {...props} onClick={() => closeModal(modal)} />;
}

interface ModalProps {
  id: string;
  label: string;
  className: string;
  children: ReactNode;
}

/** A native dialog: the browser traps and restores the focus and closes it on Escape. Its input is kept when closed. */
export function Modal({ id, label, className, children }: ModalProps) {
  // Selecting text by dragging out of the dialog ends with a click on the backdrop, too.
  const isBackdropPressed = useRef(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape
    <dialog
      id={id}
      aria-label={label}
      onPointerDown={(event) => {
        isBackdropPressed.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (isBackdropPressed.current && event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={`m-0 text-text backdrop:bg-black/60 ${className}`}
    >
      {children}
    </dialog>
  );
}
