import type { ReactNode } from 'react';

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid place-items-center gap-1.5 px-6 py-16 text-center">
      <p className="text-lg font-[620]">{title}</p>
      {children && <p className="text-muted">{children}</p>}
    </div>
  );
}
