import { Link, useLocation } from 'react-router';

/** On to older entries of a list that has no pages. */
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
