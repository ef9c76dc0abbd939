import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';

/** The URL parameters that narrow a list, where a screen does not name its own. */
const commonFilters = ['search', 'letter', 'entity', 'status'];

interface EmptyProps {
  title: string;
  filters?: readonly string[];
  children?: ReactNode;
}

/** Shown instead of an empty list: why it is empty, or what to do about it. */
export function Empty({ title, filters = commonFilters, children }: EmptyProps) {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const filtered = filters.map((name) => parameters.get(name)?.trim().replaceAll('_', ' ')).filter(Boolean);
  const isFiltered = filtered.length > 0;
  const rest = new URLSearchParams(parameters);
  for (const name of [...filters, 'page', 'before']) rest.delete(name);
  const note = isFiltered ? `Nothing matches “${filtered.join(', ')}”.` : children;
  return (
    <div className="grid place-items-center gap-1.5 px-6 py-16 text-center">
      <p className="text-lg font-[620]">{title}</p>
      {note && <p className="text-muted [overflow-wrap:anywhere]">{note}</p>}
      {isFiltered && (
        <Link
          to={rest.size > 0 ? `${pathname}?${rest}` : pathname}
          className="btn btn-quiet mt-3 h-10 px-4 text-sm max-md:h-11"
        >
          Clear search
        </Link>
      )}
    </div>
  );
}
