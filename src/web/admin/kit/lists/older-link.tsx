import { Link, useLocation } from 'react-router';

interface OlderLinkProps {
  next: string | null;
  label?: string;
}

/** Keyset pagination: the next, older entries, and the way back to the newest. */
export function OlderLink({ next, label = 'Older' }: OlderLinkProps) {
  const { pathname, search } = useLocation();
  const newest = new URLSearchParams(search);
  const isFirst = !newest.has('before');
  if (next === null && isFirst) return null;
  newest.delete('before');
  const older = new URLSearchParams(search);
  older.set('before', next ?? '');
  return (
    <div className="flex justify-center gap-2.5 pt-7">
      {!isFirst && (
        <Link to={newest.size > 0 ? `${pathname}?${newest}` : pathname} className="btn btn-quiet">
          Newest
        </Link>
      )}
      {next !== null && (
        <Link to={`${pathname}?${older}`} className="btn btn-quiet">
          {label}
        </Link>
      )}
    </div>
  );
}
