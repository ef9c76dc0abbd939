import type { ReactNode } from 'react';

interface FactorRowProps {
  title: string;
  note: string;
  /** Why it cannot be removed, if so. */
  keptReason?: string | undefined;
  children?: ReactNode;
}

/** One factor or kind of factor, with its buttons. */
export function FactorRow({ title, note, keptReason, children }: FactorRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3 first:border-t-0">
      <div className="min-w-40 flex-1 text-sm">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-[13px] text-muted">{note}</p>
        {keptReason && <p className="text-[13px] text-muted">{keptReason}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

/** The response when a factor was added. */
export interface Added {
  message: string;
  recoveryCodes?: string[];
}
