import { Link, useLocation } from 'react-router';

/** Keyset pagination: the next, older entries. */
export function OlderLink({ next }: { next: string | null }) {
  const { pathname, search } = useLocation();
  if (next === null) return null;
  const parameters = new URLSearchParams(search);
  parameters.set('before', next);
  return (
    <div className="pt-7 text-center">
      <Link to={`${pathname}?${parameters}`} className="btn btn-quiet">
        Older
      </Link>
    </div>
  );
}
