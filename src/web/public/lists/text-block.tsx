import type { ReactNode } from 'react';

export function TextBlock({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>{heading}</h2>
      <p className="mt-2 text-muted">{children}</p>
    </section>
  );
}
