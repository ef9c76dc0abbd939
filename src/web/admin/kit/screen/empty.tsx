import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

/** The URL parameters that narrow a list. */
const filters = ['search', 'letter', 'entity', 'status'];

/** Shown instead of an empty list: why it is empty, or what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  const [parameters] = useSearchParams();
  const filtered = filters.map((name) => parameters.get(name)?.trim().replaceAll('_', ' ')).filter(Boolean);
  const note = filtered.length > 0 ? `Nothing matches “${filtered.join(', ')}”.` : children;
  return (
    <div className="grid place-items-center gap-1.5 px-6 py-16 text-center">
      <p className="text-lg font-[620]">{title}</p>
      {note && <p className="text-muted [overflow-wrap:anywhere]">{note}</p>}
    </div>
  );
}
