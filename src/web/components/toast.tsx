import { type ReactNode, useEffect } from 'react';
import { Icon } from './icon.tsx';

const durationMs = 8000;

interface ToastProps {
  message: string;
  onClose: () => void;
  /** Something to do about it. The message then stays until it is dismissed. */
  children?: ReactNode;
}

/** A message that closes by itself. */
export function Toast({ message, onClose, children }: ToastProps) {
  const stays = Boolean(children);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(onClose, durationMs);
    return () => clearTimeout(timer);
  }, [onClose, stays]);
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+20px)] z-40 mx-auto flex max-w-lg items-center gap-3 rounded-2xl border border-line bg-surface p-4 shadow-pop"
    >
      <p className="min-w-0 flex-1">{message}</p>
      {children}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
