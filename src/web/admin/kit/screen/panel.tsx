import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  return (
    <section aria-label={title} className="min-w-0 overflow-clip rounded-2xl border border-line bg-surface">
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-4.5 py-2.5">
        <h2 className="text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
