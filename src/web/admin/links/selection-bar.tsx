import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';

export const barButton = 'btn btn-quiet h-10 px-3 text-sm';

interface SelectionBarProps {
  /** For example '3 links'. */
  count: string;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label="Selection"
      className="selection-bar sticky bottom-4 z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 shadow-pop max-sm:w-full"
    >
      <p aria-live="polite" className="mr-1 text-sm font-medium tabular-nums">
        {count} selected
      </p>
      {children}
      <button type="button" className="icon-button" aria-label="Clear selection" onClick={onClear}>
        <Icon name="close" />
      </button>
    </section>
  );
}
