import { useEffect } from 'react';
import { Icon } from './icon.tsx';

const durationMs = 8000;

/** A message that closes by itself. */
export function Toast({ message, onClose }: { message: string; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, durationMs);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+20px)] z-40 mx-auto flex max-w-lg items-center gap-3 rounded-2xl border border-line bg-surface p-4 shadow-pop"
    >
      <p className="flex-1">{message}</p>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
